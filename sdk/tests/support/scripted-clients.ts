import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createTessera } from '../../src/client.ts';
import type { Tessera, TesseraEvents, TesseraOptions } from '../../src/types.ts';
import { ScriptedService } from './scripted-service.ts';

/** Clients of a scripted service, with a clock that only the test moves. Closed after each test. */
export class ScriptedClients {
  now = 0;
  #service: ScriptedService | undefined;
  readonly #clients: Tessera[] = [];

  /** For the tests of a file. */
  constructor() {
    beforeAll(async () => {
      this.#service = await ScriptedService.start();
    });
    beforeEach(() => {
      this.now = Date.parse('2026-11-15T09:00:00Z');
      this.service.fault = undefined;
      this.service.peer.received.length = 0;
    });
    afterEach(async () => {
      await Promise.all(this.#clients.splice(0).map((client) => client.close()));
    });
    afterAll(() => this.service.close());
  }

  get service(): ScriptedService {
    if (!this.#service) throw new Error('The service is started before the tests');
    return this.#service;
  }

  create(options: Partial<TesseraOptions> = {}): Tessera {
    const client = createTessera({
      url: this.service.peer.url,
      product: 'aqueduct',
      credential: { apiKey: 'tsk_1' },
      refresh: 'poll',
      now: () => this.now,
      ...options,
    });
    this.#clients.push(client);
    return client;
  }
}

export function record<Name extends keyof TesseraEvents>(
  client: Pick<Tessera, 'on'>,
  name: Name,
): TesseraEvents[Name][] {
  const events: TesseraEvents[Name][] = [];
  client.on(name, (event) => events.push(event));
  return events;
}
