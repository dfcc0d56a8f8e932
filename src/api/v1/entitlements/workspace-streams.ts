import type { Change } from '../../../core/change.ts';
import type { ApiClient } from '../../../core/clients/api-client.ts';
import { messagesOf, messagesOfAll } from '../../../core/entitlements/change-stream.ts';
import { type ChangeStream, type WrittenEvents, writeEvents } from './change-stream.ts';

/** Changes are gathered for this time, so that a burst of them costs each stream one write. */
const gatherMilliseconds = 50;
const maxGathered = 1_000;

/** The open change streams of one workspace. */
export class WorkspaceStreams {
  readonly #workspaceId: string;
  readonly #streams = new Set<ChangeStream>();
  #gathered: Change[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(workspaceId: string) {
    this.#workspaceId = workspaceId;
  }

  get size(): number {
    return this.#streams.size;
  }

  [Symbol.iterator](): IterableIterator<ChangeStream> {
    return this.#streams.values();
  }

  add(stream: ChangeStream): void {
    this.#streams.add(stream);
  }

  delete(stream: ChangeStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size === 0) clearTimeout(this.#timer);
  }

  changed(change: Change): void {
    const reader = { workspaceId: this.#workspaceId, products: 'all' } as const;
    if (messagesOf(change, reader).length === 0) return;
    this.#gathered.push(change);
    if (this.#gathered.length === maxGathered) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), gatherMilliseconds).unref();
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const changes = this.#gathered;
    this.#gathered = [];
    // Streams with access to the same products share one text.
    const written = new Map<ApiClient['products'], WrittenEvents>();
    for (const stream of this.#streams) {
      const { client } = stream;
      const events = written.get(client.products) ?? writeEvents(messagesOfAll(changes, client));
      written.set(client.products, events);
      if (events.count > 0) stream.send(events);
    }
  }
}
