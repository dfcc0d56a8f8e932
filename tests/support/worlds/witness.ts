import { expect } from 'vitest';
import type { Entitlement } from '../../../src/core/entitlements/entitlement.ts';
import type { Books } from './books.ts';

/** Records the live entitlements at each instant, to compare them with `asOf` later. */
export class Witness {
  readonly #books: Books;
  readonly #workspaceId: string;
  readonly #tenantId: string;
  readonly #answers = new Map<number, Entitlement>();

  constructor(books: Books, workspaceId: string, tenantId: string) {
    this.#books = books;
    this.#workspaceId = workspaceId;
    this.#tenantId = tenantId;
  }

  /** Of several responses within one millisecond the last one counts. */
  async look(): Promise<Entitlement> {
    const answer = await this.#books.answer(this.#workspaceId, this.#tenantId);
    this.#answers.set(this.#books.clock.now().getTime(), answer);
    return answer;
  }

  /** Reads now, in between, and at the end. */
  async wait(milliseconds: number): Promise<void> {
    const half = Math.floor(milliseconds / 2);
    for (const step of [half, milliseconds - half]) {
      await this.look();
      this.#books.clock.forward(step);
    }
    await this.look();
  }

  async expectTheSameAsOf(): Promise<void> {
    for (const [time, answer] of this.#answers) {
      expect(await this.#books.answerAsOf(this.#workspaceId, this.#tenantId, new Date(time))).toEqual(answer);
    }
  }

  get moments(): number {
    return this.#answers.size;
  }
}
