import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../../emulators/shell/random.ts';
import type { SentRecord, UsageBooks, UsageResult } from '../worlds/usage-books.ts';

export interface ReportedUsage extends SentRecord {
  readonly tenantId: string;
  readonly product: string;
}

/** The nodes that a client chooses from. */
export interface UsageNodes {
  readonly count: number;
  url(index: number): string | undefined;
}

interface AnsweredRequest {
  readonly key: string;
  readonly body: string;
  readonly answer: string;
}

/** The time limit of a request before the client tries another node; the first node may still be processing it. */
const callPatience = 2_000;
/** How long the client retries. */
const patience = 90_000;
const betweenTries = 30;

/** An application that reports usage to any node. It repeats unanswered requests, unchanged and with the same key. */
export class UsageClient {
  readonly #name: string;
  readonly #apiKey: string;
  readonly #nodes: UsageNodes;
  readonly #books: UsageBooks;
  readonly #random: Random;
  readonly #kept: AnsweredRequest[] = [];
  /** Failures and their number. */
  readonly failures = new Map<string, number>();

  constructor(
    name: string,
    apiKey: string,
    parts: { readonly nodes: UsageNodes; readonly books: UsageBooks; readonly random: Random },
  ) {
    this.#name = name;
    this.#apiKey = apiKey;
    this.#nodes = parts.nodes;
    this.#books = parts.books;
    this.#random = parts.random;
  }

  async report(records: readonly ReportedUsage[]): Promise<void> {
    const key = `${this.#name} ${this.#kept.length + 1}`;
    const body = JSON.stringify({
      records: records.map(({ tenantId, product, dimension, quantity, hour }) => ({
        tenantId,
        product,
        dimension,
        quantity,
        usageStartAt: hour.toISOString(),
      })),
    });
    const sentAt = this.#books.tick();
    // Sometimes sent twice concurrently.
    const times = this.#random() < 0.1 ? 2 : 1;
    const tries = Array.from({ length: times }, () => this.#insist(key, body));
    const [answer, twin] = await Promise.all(tries);
    const answered = this.#books.tick();
    if (answer === undefined) throw new Error('There was no answer');
    if (twin !== undefined && twin.text !== answer.text) {
      throw new Error(`One key, two answers: ${answer.text} and ${twin.text}`);
    }
    this.#kept.push({ key, body, answer: answer.text });
    const { results } = JSON.parse(answer.text) as { readonly results: readonly UsageResult[] };
    this.#books.note(this.#name, records, results, { sentAt, answered });
  }

  /** Repeats every answered request, and describes each different response. */
  async replay(): Promise<readonly string[]> {
    const different: string[] = [];
    for (const { key, body, answer } of this.#kept) {
      const again = await this.#insist(key, body);
      if (again.text !== answer) different.push(`${key}: ${answer}, then ${again.text}`);
      if (!again.isReplayed) different.push(`${key}: done again`);
    }
    return different;
  }

  async #insist(key: string, body: string): Promise<{ readonly text: string; readonly isReplayed: boolean }> {
    const until = Date.now() + patience;
    while (Date.now() < until) {
      const answer = await this.#call(key, body);
      if (answer?.status === 200) return answer;
      if (answer && answer.status < 500 && answer.status !== 409 && answer.status !== 429) {
        throw new Error(`${answer.status}: ${answer.text}`);
      }
      this.#trouble(answer ? `${answer.status} ${codeOf(answer.text)}` : 'no answer');
      await pause(betweenTries);
    }
    throw new Error(`${key} was not answered in ${patience / 1_000} seconds`);
  }

  async #call(key: string, body: string) {
    const url = this.#nodes.url(Math.floor(this.#random() * this.#nodes.count));
    if (url === undefined) return undefined;
    try {
      const response = await fetch(`${url}/api/v1/metered-usage`, {
        method: 'POST',
        headers: {
          'x-api-key': this.#apiKey,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body,
        signal: AbortSignal.timeout(callPatience),
      });
      const isReplayed = response.headers.get('idempotent-replayed') === 'true';
      return { status: response.status, text: await response.text(), isReplayed };
    } catch {
      return undefined;
    }
  }

  #trouble(name: string): void {
    this.failures.set(name, (this.failures.get(name) ?? 0) + 1);
  }
}

function codeOf(text: string): string {
  return /"code":"([^"]+)"/.exec(text)?.[1] ?? '';
}
