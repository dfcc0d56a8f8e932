import { execFileSync, fork, spawn } from 'node:child_process';
import { expect, it } from 'vitest';

it('tests of the projects unit and service start no process', () => {
  expect(() => spawn(process.execPath)).toThrow('Move this test to tests/system');
  expect(() => fork('a.js')).toThrow('Move this test to tests/system');
  expect(() => execFileSync(process.execPath)).toThrow('Move this test to tests/system');
});
