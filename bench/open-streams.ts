import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { wireForm } from './deck.ts';
import { byKey } from './questions.ts';
import { readFigures } from './service-figures.ts';
import type { Stage } from './stage.ts';

/** At a time, so that the backlog of the listener is not exceeded. */
const concurrency = 32;

/** Change streams of all API clients in turn, whose readers keep up. */
export class OpenStreams {
  readonly #stage: Stage;
  readonly #sockets: Socket[] = [];

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Opens streams until there are so many; returns when each has begun. */
  async open(count: number): Promise<void> {
    const callers = [...this.#stage.callers.values()].flat();
    const requests = Array.from({ length: count - this.#sockets.length }, (_, index) => {
      const caller = callers[index % callers.length];
      if (!caller) throw new Error('There are no callers');
      return wireForm({ method: 'GET', path: '/api/v1/changes', headers: byKey(caller) });
    });
    const openNext = async () => {
      for (let request = requests.pop(); request !== undefined; request = requests.pop()) {
        this.#sockets.push(await this.#openOne(request));
      }
    };
    await Promise.all(Array.from({ length: concurrency }, openNext));
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.splice(0)) socket.destroy();
    while ((await readFigures(this.#stage.service.url)).openStreams > 0) await delay(50);
  }

  #openOne(request: string): Promise<Socket> {
    const { hostname, port } = new URL(this.#stage.service.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`A stream could not be opened or has ended:\n${text}`));
      socket.on('error', fail);
      socket.on('close', fail);
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        if (text.includes('event: ready')) return;
        text += chunk;
        if (text.includes('event: ready')) resolve(socket);
      });
      socket.write(request);
    });
  }
}
