import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

const refuse = (): never => {
  throw new Error(
    'Tests of the projects unit and service start no process. Move this test to tests/system, or to tests/browser.',
  );
};

/** A process, a browser or a server of its own takes seconds; `npm test` has a limit of minutes. */
for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const) {
  Object.assign(childProcess, { [name]: refuse });
}
syncBuiltinESMExports();
