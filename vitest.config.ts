import { defineConfig } from 'vitest/config';

const tests = ['src/**/*.test.ts', 'portal/**/*.test.ts', 'emulators/**/*.test.ts', 'tests/**/*.test.ts'];

export default defineConfig(({ mode }) => ({
  test: {
    // Pictures of the portal are taken as its tests are played: `npm run screenshots`.
    include: mode === 'screenshots' ? ['tests/take-screenshots.ts'] : tests,
    globalSetup: ['tests/support/build.ts', 'tests/support/postgres.ts', 'tests/support/signing-keys.ts'],
    // Vitest would leave one core of two idle.
    maxWorkers: 2,
    // A file leaves nothing behind in its modules, and reading them anew for each was a quarter of the run.
    isolate: false,
    // Many real processes meet on a machine that is shared: there a test may have a second try, which is told.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
}));
