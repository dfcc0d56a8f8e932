import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { findPropertyTests } from './tests/support/run/find-property-tests.ts';
import LargeFilesFirst from './tests/support/run/large-files-first.ts';

interface Project {
  readonly folders: readonly string[];
  /** Tests in these folders that belong to another project. */
  readonly except: readonly string[];
  /** The same number on every machine. */
  readonly maxWorkers: number;
  readonly mayStartProcesses: boolean;
}

const testsIn = (folder: string) => `${folder}/**/*.test.ts`;
/** A test of processes beside the file that it tests. */
const systemTests = ['emulators', 'src'].map((folder) => `${folder}/**/*.system.test.ts`);
const smokeTests = '**/smoke.test.ts';
/** Large volumes, every combination, compilers: seconds of CPU time for one promise. */
const longTests = '**/*.long.test.ts';

/** Pure functions and loopback servers. */
const unit: Project = {
  folders: [
    ...['emulators', 'portal', 'sdk/src', 'tests/unit'],
    ...['adapters', 'async', 'cache', 'catalogue-file', 'core', 'secrets', 'settings'].map(
      (folder) => `src/${folder}`,
    ),
  ],
  except: systemTests,
  maxWorkers: 3,
  mayStartProcesses: false,
};
/** A database, and the service in the process of the test. */
const service: Project = {
  folders: ['src', 'sdk/tests/service', 'tests/service'],
  except: [...unit.folders.map(testsIn), ...systemTests],
  maxWorkers: 4,
  mayStartProcesses: false,
};
const browser: Project = {
  folders: ['sdk/tests/browser', 'tests/browser'],
  except: [],
  maxWorkers: 2,
  mayStartProcesses: true,
};
/** Processes, faults, packages. */
const system: Project = {
  folders: ['embedded-postgres', 'sdk/tests/system', 'tests/system'],
  except: [],
  maxWorkers: 3,
  mayStartProcesses: true,
};

/** Scripts that write files from what tests see. */
const scripts: Record<string, string> = {
  screenshots: 'tests/take-screenshots.ts',
  'record-release': 'tests/record-release.ts',
};

/** `npm test` is the mode `quick`, and what it leaves out the mode `rest`. Without a mode, every test. */
function filesOf(project: Project, mode: string): { include: string[]; exclude: string[] } {
  const { folders, mayStartProcesses } = project;
  const exclude = [...configDefaults.exclude, ...project.except];
  const include = [...folders.map(testsIn), ...(project === system ? systemTests : [])];
  if (scripts[mode]) return { include: [scripts[mode]], exclude };
  if (mode === 'quick' && mayStartProcesses) {
    return { include: folders.map((folder) => `${folder}/${smokeTests}`), exclude };
  }
  if (mode === 'quick') return { include, exclude: [...exclude, longTests] };
  if (mode === 'rest') {
    return mayStartProcesses
      ? { include, exclude: [...exclude, smokeTests] }
      : {
          include: [...folders.map((folder) => `${folder}/${longTests}`), ...findPropertyTests(folders)],
          exclude,
        };
  }
  return { include, exclude };
}

export default defineConfig(({ mode }) => {
  const propertyRuns = mode === 'rest' ? 1_000 : 100;
  const startedAt = new Date().toISOString();
  const seed = process.env.PROPERTY_SEED ?? (mode === 'rest' ? Date.now() % 1_000_000_000 : 1);
  process.stdout.write(`Properties: ${propertyRuns} runs, PROPERTY_SEED=${seed}\n`);

  const project = (name: string, order: number, parts: Project): TestProjectInlineConfiguration => {
    const isSmoke = mode === 'quick' && parts.mayStartProcesses;
    return {
      test: {
        name,
        ...filesOf(parts, mode),
        // A database of a cluster has processes on each of its machines.
        maxWorkers: process.env.CITUS_DATABASE_URL ? 2 : (isSmoke ? unit : parts).maxWorkers,
        // One project after the other: together they take more CPU time. The two smoke tests wait for a third of their
        // time, so they run beside `unit`.
        sequence: { groupOrder: isSmoke ? 1 : order },
        // A file leaves nothing behind in its modules, and importing them for each file takes a quarter of the run. Databases of
        // a cluster end with their file, also that of the shared world.
        isolate: process.env.CITUS_DATABASE_URL !== undefined,
        // A module is transformed once for all projects and for the next run.
        experimental: { fsModuleCache: true },
        setupFiles: [
          'tests/support/run/property-runs.ts',
          'tests/support/run/patient-connections.ts',
          ...(parts.mayStartProcesses ? [] : ['tests/support/run/no-processes.ts']),
          ...(process.env.CITUS_DATABASE_URL ? ['tests/support/database/drop-databases.ts'] : []),
        ],
        env: {
          PROPERTY_RUNS: String(propertyRuns),
          PROPERTY_SEED: String(seed),
          // The same in every worker; see tests/support/run/test-time.ts.
          TEST_STARTED_AT: startedAt,
          // Processes, proxies and poolers reach PostgreSQL by TCP.
          ...(parts.mayStartProcesses ? {} : { POSTGRES_BY_SOCKET: '1' }),
        },
        testTimeout: 240_000,
        hookTimeout: 240_000,
        // Long enough for a busy machine. A test sets its own timeout only to test a timeout.
        expect: { poll: { timeout: 60_000, interval: 50 } },
      },
    };
  };
  return {
    test: {
      projects: scripts[mode]
        ? [project(mode, 1, browser)]
        : [
            project('unit', 1, unit),
            project('service', 2, service),
            project('browser', 3, browser),
            project('system', 4, system),
          ],
      globalSetup: ['tests/support/run/set-up.ts'],
      sequence: { sequencer: LargeFilesFirst },
      reporters: ['default', './tests/support/run/slowest-files.ts'],
    },
  };
});
