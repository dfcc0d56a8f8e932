import { configDefaults, defineConfig } from 'vitest/config';
import SlowFilesFirst from './tests/support/run/slow-files-first.ts';

const folders = ['src', 'portal', 'emulators', 'embedded-postgres', 'sdk', 'tests'];
const releaseTests = folders.map((folder) => `${folder}/**/*.release.test.ts`);
const included: Record<string, string[]> = {
  // Packages as users install them: `npm run test:release`.
  release: releaseTests,
  // Pictures of the portal are taken as its tests are played: `npm run screenshots`.
  screenshots: ['tests/take-screenshots.ts'],
  'record-release': ['tests/record-release.ts'],
};

export default defineConfig(({ mode }) => ({
  test: {
    include: included[mode] ?? folders.map((folder) => `${folder}/**/*.test.ts`),
    exclude: [...configDefaults.exclude, ...(mode === 'release' ? [] : releaseTests)],
    globalSetup: [
      'tests/support/run/build.ts',
      'tests/support/database/postgres.ts',
      'tests/support/run/signing-keys.ts',
    ],
    setupFiles: [
      ...(process.env.CI ? ['tests/support/run/patient-connections.ts'] : []),
      ...(process.env.CITUS_DATABASE_URL ? ['tests/support/database/drop-databases.ts'] : []),
    ],
    // Most tests wait for a database, a process or a browser: six workers keep two cores three quarters busy. CI's machine
    // is shared: with six workers, requests there exceed the service's timeouts.
    maxWorkers: process.env.CI ? 3 : 6,
    sequence: { sequencer: SlowFilesFirst },
    // A file leaves nothing behind in its modules, and reading them anew for each was a quarter of the run.
    isolate: false,
    // On CI a test is retried once if its error names a timeout, or a 503, with which the service answers after a timeout.
    ...(process.env.CI
      ? {
          retry: {
            count: 1,
            condition:
              /timed out in|Timeout \d+ms exceeded|503|did not succeed in time|timeout exceeded|connection timeout|lock timeout|no response within/,
          },
        }
      : {}),
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Long enough for a busy machine. A test sets its own timeout only to test a timeout.
    expect: { poll: { timeout: 60_000, interval: 50 } },
    reporters: ['default', 'tests/support/run/slowest-files.ts'],
  },
}));
