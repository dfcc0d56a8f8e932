import fc from 'fast-check';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { plainArray, textArray } from './plain-array.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const later = new Date('2026-11-15T09:00:00.001Z');

it.each([
  [[], '{}'],
  [[1, null, -2], '{1,null,-2}'],
  [['a0000000-0000-4000-8000-000000000001', 'Pending'], '{a0000000-0000-4000-8000-000000000001,Pending}'],
  [
    [now, now, null, later, now],
    '{2026-11-15T09:00:00.000Z,2026-11-15T09:00:00.000Z,null,2026-11-15T09:00:00.001Z,2026-11-15T09:00:00.000Z}',
  ],
])('plain array: %j is %s', (values, text) => {
  expect(plainArray(values)).toBe(text);
});

it('texts of any content round-trip through PostgreSQL', async () => {
  const client = new pg.Client({ connectionString: `${inject('postgresUrl')}postgres` });
  await client.connect();
  const odd = fc.constantFrom('', 'null', 'NULL', '"', '\\', '\\"', '{a,b}', ' padded ', 'línea\n', null);
  const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(odd, text)), async (values) => {
      const { rows } = await client.query('select $1::text[] as texts', [
        textArray(values, (value) => value),
      ]);
      expect(rows[0].texts).toEqual(values);
    }),
  );
  await client.end();
});
