import { afterAll, beforeAll, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import type { LicenceArn } from '../../core/marketplace/licences/licence-address.ts';
import { recordLicence } from './licence-events.ts';

let books: Books;
beforeAll(async () => {
  books = await Books.open(2);
});
afterAll(() => books.close());

const licence = 'arn:aws:license-manager::294406891311:license:l-1' as LicenceArn;
const known = { licence, productCode: 'planner', account: '111122223333', activeAt: null };

it.each([
  ['another connection', {}, 'Other', 'The licence belongs to another connection.'],
  ['another product', { productCode: 'forum' }, 'AWS', 'The licence is of the product planner.'],
  ['another account', { account: '444455556666' }, 'AWS', 'The licence belongs to the account 111122223333.'],
])(
  'what %s tells of a known licence is refused, and changes nothing',
  async (_, change, sourceName, refusal) => {
    const workspaceId = await books.workspace();
    const { context } = books;
    const stored = await recordLicence(context, { workspaceId, sourceName: 'AWS' }, known);
    const told = { ...known, ...change, isFreeTrial: true, endedAt: context.now };
    expect(await recordLicence(context, { workspaceId, sourceName }, told)).toBe(refusal);
    expect(await recordLicence(context, { workspaceId, sourceName: 'AWS' }, known)).toEqual(stored);
  },
);
