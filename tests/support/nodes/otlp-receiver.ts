import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = { readonly stringValue?: string; readonly intValue?: number };
type Attributes = readonly { readonly key: string; readonly value: Value }[];

interface WrittenSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Attributes;
  readonly status: { readonly code?: number };
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Attributes };
    readonly scopeSpans: readonly { readonly spans: readonly WrittenSpan[] }[];
  }[];
}

export interface ReceivedSpan extends Omit<WrittenSpan, 'attributes'> {
  readonly service: unknown;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A receiver of traces: OTLP over HTTP, as JSON. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  readonly #server: Server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.url === '/v1/traces') this.#add(JSON.parse(body));
    response
      .writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' })
      .end('{}');
  });

  static async start(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #add({ resourceSpans }: Export): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = valuesOf(resource.attributes)['service.name'];
      for (const { spans } of scopeSpans) {
        for (const span of spans) {
          this.spans.push({ ...span, service, attributes: valuesOf(span.attributes) });
        }
      }
    }
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}

function valuesOf(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value]),
  );
}
