/** A number from 0 up to 1; the same seed gives the same numbers. */
export type Random = () => number;

/** Mulberry32: small, and even enough for faults. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same items in another order, if there is another. */
export function shuffled<Thing>(things: readonly Thing[], random: Random): Thing[] {
  const order = things
    .map((thing) => ({ thing, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ thing }) => thing);
  const isUnchanged = order.every((thing, index) => thing === things[index]);
  return isUnchanged ? [...order.slice(1), ...order.slice(0, 1)] : order;
}

/** Some of the items, in their order, with at least one missing. */
export function thinned<Thing>(things: readonly Thing[], random: Random): Thing[] {
  const chosen = shuffled(things, random).slice(0, Math.floor(random() * things.length));
  return things.filter((thing) => chosen.includes(thing));
}
