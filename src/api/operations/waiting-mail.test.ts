import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { changeWorkspaceSettings } from '../../actions/workspaces/change-settings.ts';
import { insertNotices } from '../../storage/workspaces/notices.ts';
import { updateAddressesAsConfirmed } from '../../storage/workspaces/support-confirmations.ts';
import { measureWaitingMail } from './waiting-mail.ts';

it('the metrics count waiting notices and their age, and are omitted while the database is unavailable', async () => {
  const books = await Books.open();
  const registry = new Registry();
  measureWaitingMail(registry, books.database, books.clock);
  const figures = async () =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('tessera_notices'));
  expect(await figures()).toEqual(['tessera_notices_waiting 0', 'tessera_notices_waiting_oldest_seconds 0']);

  const [withAddress, withoutAddress] = [await books.workspace(), await books.workspace()];
  done(
    await changeWorkspaceSettings(
      books.context,
      withAddress,
      { supportAddresses: ['support@arcadia.example'] },
      'any',
    ),
  );
  await updateAddressesAsConfirmed(books.database, withAddress, books.clock.now());
  for (const workspaceId of [withAddress, withoutAddress]) {
    for (const key of ['one', 'two']) {
      const notice = { kind: 'UsageExpired', key, facts: {} } as const;
      await insertNotices(books.database, workspaceId, [notice], books.context);
      books.clock.forward(30_000);
    }
  }
  expect(await figures()).toEqual([
    'tessera_notices_waiting 2',
    'tessera_notices_waiting_oldest_seconds 120',
  ]);

  await books.close();
  expect(await figures()).toEqual([]);
});
