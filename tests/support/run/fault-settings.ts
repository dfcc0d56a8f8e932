import type { Random } from '../../../emulators/shell/random.ts';

const { FAULT_SEED, FAULT_SECONDS, FAULT_EVENTS } = process.env;

/**
 * A seed fixes plans, faults and kills; their interleaving depends on the machine. A long run has a random seed, which
 * the names of its tests show.
 */
export const faultSeed = Number(
  FAULT_SEED || (FAULT_SECONDS || FAULT_EVENTS ? Date.now() % 1_000_000 : 20_261_116),
);

/** How long faults go on: ten minutes with FAULT_SECONDS=600. */
export const faultSeconds = (standard: number): number => Number(FAULT_SECONDS || standard);

/** The number of usage events: 1,000,000 with FAULT_EVENTS=1000000. */
export const faultEvents = (standard: number): number => Number(FAULT_EVENTS || standard);

export const integerBetween = (random: Random, minimum: number, maximum: number): number =>
  minimum + Math.floor(random() * (maximum - minimum + 1));
