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
    // Most tests wait for a database, a process or a browser: two cores are three quarters busy with six. CI's machine is
    // shared, and there the service's own time limits would end what it is too slow for.
    maxWorkers: process.env.CI ? 3 : 6,
    sequence: { sequencer: SlowFilesFirst },
    // A file leaves nothing behind in its modules, and reading them anew for each was a quarter of the run.
    isolate: false,
    // A test that ran out of time on CI's machine is tried once more, and so is one to which the service answered 503, or
    // whose database connection was refused, for that reason; one that found another wrong answer never.
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
