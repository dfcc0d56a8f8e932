import { setTimeout as pause } from 'node:timers/promises';
import type { UsageNodes } from './usage-client.ts';

/** The time limit of a request before it is sent again; the first node may still be storing its events. */
const callPatience = 5_000;
const patience = 120_000;
const betweenTries = 30;

export interface PostedEvent {
  readonly id: string;
  readonly tenantId: string;
  readonly product: string;
  readonly dimension: string;
  readonly quantity: number;
  readonly occurredAt: string;
}

interface EventsResponse {
  readonly accepted: number;
  readonly duplicates: number;
  readonly refused: number;
  readonly exceptions: readonly { readonly outcome: string; readonly error: unknown }[];
}

/** An instance of an application: sends events to any node, and again until they are answered. */
export class EventPoster {
  readonly #apiKey: string;
  readonly #nodes: UsageNodes;
  readonly #random: () => number;
  /** Requests that had no answer, or a failure. */
  retries = 0;
  carried = 0;
  /** What was refused or did not add up. */
  readonly complaints: string[] = [];

  constructor(apiKey: string, nodes: UsageNodes, random: () => number) {
    this.#apiKey = apiKey;
    this.#nodes = nodes;
    this.#random = random;
  }

  /** @param known the events were answered before. */
  async post(events: readonly PostedEvent[], known = false): Promise<void> {
    const body = JSON.stringify({ events });
    const until = Date.now() + patience;
    while (Date.now() < until) {
      const answer = await this.#call(body);
      if (answer) return this.#check(answer, events.length, known);
      this.retries += 1;
      await pause(betweenTries);
    }
    throw new Error(`${events.length} events were not answered in ${patience / 1_000} seconds`);
  }

  #check({ accepted, duplicates, refused, exceptions }: EventsResponse, count: number, known: boolean): void {
    this.carried += exceptions.filter(({ outcome }) => outcome === 'Carried').length;
    const [refusal] = exceptions.filter(({ outcome }) => outcome === 'Refused');
    if (refusal) this.complaints.push(`${refused} refused: ${JSON.stringify(refusal.error)}`);
    else if (accepted + duplicates !== count || (known && accepted > 0)) {
      this.complaints.push(`${accepted} accepted, ${duplicates} duplicates of ${count}`);
    }
  }

  async #call(body: string): Promise<EventsResponse | undefined> {
    const url = this.#nodes.url(Math.floor(this.#random() * this.#nodes.count));
    if (url === undefined) return undefined;
    try {
      const response = await fetch(`${url}/api/v1/usage-events`, {
        method: 'POST',
        headers: { 'x-api-key': this.#apiKey, 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(callPatience),
      });
      const text = await response.text();
      if (response.status === 200) return JSON.parse(text) as EventsResponse;
      if (response.status < 500 && response.status !== 429) this.complaints.push(text);
      return undefined;
    } catch {
      return undefined;
    }
  }
}
