/**
 * Concurrent requests with the same credential share one attempt, so that a burst of a valid caller counts once. A
 * failure is not shared: every request then tries, and is counted, on its own.
 */
export class SharedAttempts<Good> {
  readonly #underWay = new Map<string, Promise<Good | undefined>>();

  async share<Result>(
    key: string,
    attempt: () => Promise<Good | Result>,
    isGood: (result: Good | Result) => result is Good,
  ): Promise<Good | Result> {
    const underWay = this.#underWay.get(key);
    const shared = underWay && (await underWay);
    if (shared) return shared;
    const own = attempt();
    const good = own.then((result) => (isGood(result) ? result : undefined)).catch(() => undefined);
    this.#underWay.set(key, good);
    try {
      return await own;
    } finally {
      if (this.#underWay.get(key) === good) this.#underWay.delete(key);
    }
  }
}
