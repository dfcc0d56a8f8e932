import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { instantArray, uuidArray } from './binary-array.ts';

const client = new pg.Client({ connectionString: `${inject('postgresUrl')}postgres` });
beforeAll(() => client.connect());
afterAll(() => client.end());

it('ids round-trip through PostgreSQL, in lower case', async () => {
  const id = fc.oneof(
    fc.uuid(),
    fc.uuid().map((text) => text.toUpperCase()),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(id), async (ids) => {
      const { rows } = await client.query('select $1::uuid[]::text[] as ids', [uuidArray(ids)]);
      expect(rows[0].ids).toEqual(ids.map((one) => one.toLowerCase()));
    }),
  );
});

it('timestamps round-trip through PostgreSQL, to the millisecond', async () => {
  const ends = { min: new Date('0001-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z') };
  const instant = fc.date({ ...ends, noInvalidDate: true });
  const instants = fc.array(instant).map((some) => [...some, ...some.slice(0, 1), ...some.slice(0, 1)]);
  const text = `select array(select extract(epoch from one) * 1000 from unnest($1::timestamptz[]) as one)::text[] as times`;
  await fc.assert(
    fc.asyncProperty(instants, async (some) => {
      const { rows } = await client.query(text, [instantArray(some)]);
      expect(rows[0].times.map(Number)).toEqual(some.map((one) => one.getTime()));
    }),
  );
});
