import { expect, it } from 'vitest';
import { type MachineSettings, moveObstacles } from './move-obstacles.ts';

const address = 'worker-1.example:5432';
const fit: MachineSettings = { address, walLevel: 'logical', outputPlugins: 'pgoutput, citus' };
const prefix = `${address} cannot move workspaces while they are written: `;

it.each<[string, Partial<MachineSettings>, string[]]>([
  ['fit', {}, []],
  ['without the setting', { outputPlugins: null }, []],
  ['quoted', { outputPlugins: '"citus", pgoutput' }, []],
  [
    'the default of PostgreSQL 15.20',
    { outputPlugins: 'pgoutput, test_decoding' },
    ['output_plugin_libraries is pgoutput, test_decoding: set it to pgoutput, citus and reload.'],
  ],
  ['another library', { outputPlugins: 'citus_columnar' }, [expect.stringContaining('citus_columnar')]],
  ['no logical WAL', { walLevel: 'replica' }, ['wal_level is replica: set it to logical and restart.']],
])('%s', (_case, changes, expected) => {
  expect(moveObstacles({ ...fit, ...changes }).map((line) => line.replace(prefix, ''))).toEqual(expected);
});
