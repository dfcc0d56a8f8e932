import fc from 'fast-check';

/** How many examples each property is tried with. `vitest.config.ts` sets it, and the seed. */
const runs = Number(process.env.PROPERTY_RUNS);

/** For a property whose every example writes to a database or a file. */
export const costlyRuns = runs / 4;

fc.configureGlobal({ numRuns: runs, seed: Number(process.env.PROPERTY_SEED) });
