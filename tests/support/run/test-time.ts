const startedAt = Date.parse(process.env.TEST_STARTED_AT ?? new Date().toISOString());
const { TEST_NOW } = process.env;

/**
 * When the time of the demo begins: the start of the run, or TEST_NOW. The demo and its browser continue from there in
 * real time, so that tests can be run at the end of an hour, day or month:
 * `TEST_NOW=2026-11-30T23:58:30Z npx vitest run --project browser tests/browser/portal.test.ts`.
 */
export const testStart = new Date(TEST_NOW ?? startedAt);

/** How many milliseconds the time of the demo is behind the real time. */
export const testAge = startedAt - testStart.getTime();

/** A script that sets the time of a browser or a process back by so many milliseconds. */
export const shiftedDate = (age: number) => `(() => {
  const now = Date.now;
  globalThis.Date = class extends Date {
    constructor(...parts) {
      super(...(parts.length > 0 ? parts : [now() - ${age}]));
    }
    static now() {
      return now() - ${age};
    }
  };
})()`;
