/**
 * Concurrent requests with the same credential share one attempt, so that a burst of a valid caller counts once; they
 * share its fault, too. A refusal is not shared: every request then tries, and is counted, on its own.
 */
export class SharedAttempts<Accepted> {
  readonly #underWay = new Map<string, Promise<Accepted | undefined>>();

  async share<Result>(
    key: string,
    attempt: () => Promise<Accepted | Result>,
    isAccepted: (result: Accepted | Result) => result is Accepted,
  ): Promise<Accepted | Result> {
    const underWay = this.#underWay.get(key);
    const shared = underWay && (await underWay);
    if (shared) return shared;
    const own = attempt();
    const accepted = own.then((result) => (isAccepted(result) ? result : undefined));
    // Without a request that shares the attempt, nobody else handles its fault.
    accepted.catch(() => {});
    this.#underWay.set(key, accepted);
    try {
      return await own;
    } finally {
      if (this.#underWay.get(key) === accepted) this.#underWay.delete(key);
    }
  }
}
