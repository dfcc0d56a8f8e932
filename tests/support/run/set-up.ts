import type { TestProject } from 'vitest/node';
import startPostgres from '../database/postgres.ts';
import build from './build.ts';
import makeRsaKeys from './rsa-keys.ts';
import makeRunFolder from './run-folder.ts';

/** What all projects of a run share. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const [stopPostgres, removeRunFolder] = await Promise.all([
    startPostgres(project),
    makeRunFolder(project),
    makeRsaKeys(project),
    build(project),
  ]);
  return async () => {
    await stopPostgres?.();
    await removeRunFolder();
  };
}
