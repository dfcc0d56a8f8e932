import fc from 'fast-check';

/** How many examples each property is tried with. `vitest.config.ts` sets it, and the seed. */
const runs = Number(process.env.PROPERTY_RUNS);

/** For a property whose every example writes to a database. */
export const databaseRuns = runs / 4;

fc.configureGlobal({ numRuns: runs, seed: Number(process.env.PROPERTY_SEED) });
