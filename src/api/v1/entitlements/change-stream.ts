import type { ServerResponse } from 'node:http';
import type { ApiClient } from '../../../core/clients/api-client.ts';
import { type ChangeMessage, resync } from '../../../core/entitlements/change-stream.ts';

/** A reader that is more events behind is disconnected. */
const maxBehind = 1_000;
/** How long a closed stream waits for its reader to receive `resync`. */
const lingerMilliseconds = 5_000;

export interface WrittenEvents {
  readonly text: string;
  readonly count: number;
}

/** As server-sent events. */
export function writeEvents(messages: readonly ChangeMessage[]): WrittenEvents {
  const texts = messages.map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  return { text: texts.join(''), count: texts.length };
}

export interface ChangeStreamOptions {
  readonly client: ApiClient;
  /** When the credential expires; null: never. */
  readonly expiresAt: Date | null;
  readonly response: ServerResponse;
  /** Which tick its comments are sent at: the streams of a node take turns. */
  readonly turn: number;
  /** Called once, when the stream is closed by either side. */
  readonly onClosed: (stream: ChangeStream) => void;
}

/** One open change stream. */
export class ChangeStream {
  readonly client: ApiClient;
  readonly turn: number;
  readonly #response: ServerResponse;
  /** In milliseconds since the epoch. */
  readonly #expiresAt: number;
  readonly #onClosed: (stream: ChangeStream) => void;
  /** Texts to send when the reader has received the earlier ones; null while it keeps up. */
  #backlog: string[] | null = null;
  /** Events in the backlog. */
  #behind = 0;
  #isClosed = false;

  constructor({ client, expiresAt, response, turn, onClosed }: ChangeStreamOptions) {
    this.client = client;
    this.turn = turn;
    this.#expiresAt = expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
    this.#response = response;
    this.#onClosed = onClosed;
    response.on('drain', () => this.#catchUp());
    response.on('close', () => this.#end());
  }

  send({ text, count }: WrittenEvents): void {
    if (this.#isClosed) return;
    if (this.#backlog === null) this.#write(text);
    else if (this.#behind + count > maxBehind) this.close();
    else {
      this.#backlog.push(text);
      this.#behind += count;
    }
  }

  /** A comment, so that proxies do not close a quiet connection. */
  beat(): void {
    if (!this.#isClosed && this.#backlog === null) this.#write(':\n\n');
  }

  closeIfExpired(now: Date): void {
    if (this.#expiresAt <= now.getTime()) this.close();
  }

  /** Sends `resync` instead of the backlog. */
  close(): void {
    if (this.#isClosed) return;
    this.#end();
    this.#response.end(writeEvents([resync]).text);
    const linger = setTimeout(() => this.#response.destroy(), lingerMilliseconds).unref();
    this.#response.on('close', () => clearTimeout(linger));
  }

  #end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#backlog = null;
    this.#onClosed(this);
  }

  #write(text: string): void {
    if (!this.#response.write(text)) this.#backlog = [];
  }

  #catchUp(): void {
    const backlog = this.#backlog;
    this.#backlog = null;
    this.#behind = 0;
    if (backlog && backlog.length > 0) this.#write(backlog.join(''));
  }
}
