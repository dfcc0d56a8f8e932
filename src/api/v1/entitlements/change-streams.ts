import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Change } from '../../../core/change.ts';
import type { ApiClient } from '../../../core/clients/api-client.ts';
import { refuseStream } from '../../../core/entitlements/change-stream.ts';
import type { Clock } from '../../../core/ports.ts';
import { type Refusal, refuse } from '../../../core/refusal.ts';
import type { AcceptedCaller } from '../../authentication/caller-cache.ts';
import { ChangeStream, writeEvents } from './change-stream.ts';
import { WorkspaceStreams } from './workspace-streams.ts';

const tickMilliseconds = 1_000;
/** Every 15 seconds. */
const ticksPerBeat = 15;

/** The open change streams of this node. */
export class ChangeStreams {
  readonly #clock: Clock;
  readonly #node = randomUUID();
  readonly #workspaces = new Map<string, WorkspaceStreams>();
  readonly #timer: NodeJS.Timeout;
  #ticks = 0;
  #opened = 0;
  #size = 0;
  #isStopping = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#timer = setInterval(() => this.#tick(), tickMilliseconds).unref();
  }

  get size(): number {
    return this.#size;
  }

  refuseNew({ workspaceId, apiClientId }: ApiClient): Refusal | undefined {
    if (this.#isStopping) return refuse('service.unavailable');
    const streams = [...(this.#workspaces.get(workspaceId) ?? [])];
    return refuseStream({
      client: streams.filter(({ client }) => client.apiClientId === apiClientId).length,
      workspace: streams.length,
      node: this.#size,
    });
  }

  open({ caller: { client }, expiresAt }: AcceptedCaller, response: ServerResponse): void {
    const { workspaceId } = client;
    const streams = this.#workspaces.get(workspaceId) ?? new WorkspaceStreams(workspaceId);
    this.#workspaces.set(workspaceId, streams);
    const onClosed = (stream: ChangeStream) => {
      this.#size -= 1;
      streams.delete(stream);
      if (streams.size === 0) this.#workspaces.delete(workspaceId);
    };
    this.#opened += 1;
    const turn = this.#opened % ticksPerBeat;
    const stream = new ChangeStream({ client, expiresAt, response, turn, onClosed });
    streams.add(stream);
    this.#size += 1;
    stream.send(writeEvents([{ event: 'ready', data: { node: this.#node, at: this.#clock.now() } }]));
  }

  changed(change: Change): void {
    if (change.kind === 'client') this.#closeStreamsOf(change.apiClientId);
    else this.#workspaces.get(change.workspaceId)?.changed(change);
  }

  /** New streams are refused until the change feed is connected again. */
  lost(): void {
    for (const stream of this.#all()) stream.close();
  }

  stop(): void {
    this.#isStopping = true;
    clearInterval(this.#timer);
    for (const stream of this.#all()) stream.close();
  }

  /** The API client may have lost its credential, the scope or a product. If not, it connects again. */
  #closeStreamsOf(apiClientId: string): void {
    for (const stream of this.#all()) {
      if (stream.client.apiClientId === apiClientId) stream.close();
    }
  }

  /** Beats take turns, because writing to every stream at once would hold the event loop. */
  #tick(): void {
    this.#ticks += 1;
    const turn = this.#ticks % ticksPerBeat;
    const now = this.#clock.now();
    for (const stream of this.#all()) {
      stream.closeIfExpired(now);
      if (stream.turn === turn) stream.beat();
    }
  }

  *#all(): IterableIterator<ChangeStream> {
    for (const streams of this.#workspaces.values()) yield* streams;
  }
}
