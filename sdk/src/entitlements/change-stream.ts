import { TesseraUnavailable } from '../errors.ts';
import type { Service } from '../http/service.ts';
import { backgroundTimer, onAbort } from '../timers.ts';

export interface StreamEvent {
  readonly type: string;
  readonly data: string;
}

/** An event of the service has less than a kilobyte. */
const maxPending = 65_536;

/** Parses server-sent events from chunks that are cut anywhere. */
export class EventParser {
  #pending = '';
  #type = '';
  #data: string[] = [];
  /** Of the data. */
  #size = 0;

  push(chunk: string): readonly StreamEvent[] {
    const events: StreamEvent[] = [];
    const text = this.#pending + chunk;
    let start = 0;
    // A carriage return at the end may be half of a line's end.
    for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r(?!$)/g)) {
      this.#line(text.slice(start, index), events);
      start = index + end.length;
    }
    this.#pending = text.slice(start);
    if (this.#pending.length + this.#size > maxPending) {
      throw new TesseraUnavailable('An event of the change stream has no end');
    }
    return events;
  }

  #line(line: string, events: StreamEvent[]): void {
    if (line === '') {
      if (this.#data.length > 0) events.push({ type: this.#type || 'message', data: this.#data.join('\n') });
      this.#type = '';
      this.#data = [];
      this.#size = 0;
      return;
    }
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'event') this.#type = value;
    if (name !== 'data') return;
    this.#data.push(value);
    this.#size += value.length + 1;
  }
}

export interface ChangeReader {
  readonly signal: AbortSignal;
  /** Milliseconds; the service sends a comment every 15 seconds. */
  readonly silenceLimit: number;
  /** Something arrived. */
  onBytes(): void;
  onEvent(event: StreamEvent): void;
}

/** Reads the service's changes until the stream ends, which is no error. Throws if it is cut or silent. */
export async function readChanges(
  service: Service,
  { signal, silenceLimit, onBytes, onEvent }: ChangeReader,
): Promise<void> {
  const headers = { accept: 'text/event-stream' };
  const response = await service.request({
    method: 'GET',
    path: '/api/v1/changes',
    headers,
    signal,
    streams: true,
  });
  const reader = response.body?.getReader();
  if (!reader || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await reader?.cancel();
    throw new TesseraUnavailable('The response is no stream of changes');
  }
  let failure: unknown;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A cancelled read is done.
  const end = (error: unknown) => {
    failure ??= error;
    reader.cancel().catch(() => undefined);
  };
  const watch = () => {
    clearTimeout(timer);
    timer = backgroundTimer(
      () => end(new TesseraUnavailable(`The change stream was silent for ${silenceLimit} ms`)),
      silenceLimit,
    );
  };
  const cancel = onAbort(signal, () => end(signal.reason));
  try {
    const parser = new EventParser();
    const decoder = new TextDecoder();
    for (;;) {
      watch();
      const { done, value } = await reader.read();
      if (failure) throw failure;
      if (done) return;
      onBytes();
      for (const event of parser.push(decoder.decode(value, { stream: true }))) onEvent(event);
    }
  } finally {
    clearTimeout(timer);
    cancel();
    reader.cancel().catch(() => undefined);
  }
}
