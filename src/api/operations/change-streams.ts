import { Gauge, type Registry } from 'prom-client';

/** The gauge of open change streams. */
export function measureChangeStreams(registry: Registry, streams: { readonly size: number }): void {
  new Gauge({
    name: 'tessera_change_streams_open',
    help: 'Open change streams of this node.',
    registers: [registry],
    collect() {
      this.set(streams.size);
    },
  });
}
