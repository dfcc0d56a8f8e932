import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/portal-user.ts';
import { FulfilmentWorld } from '../../../workers/fulfilment-world.fixture.ts';

let shop: FulfilmentWorld;
beforeAll(async () => {
  shop = await FulfilmentWorld.create();
});
afterAll(() => shop.close());

it('the page shows calls that work, one after the other', async () => {
  const user = await PortalUser.join(shop.world, shop.workspaceId, 'Partner administrator');
  const id = await shop.bought();
  await shop.post({ id: 'an-operation', subscriptionId: id, action: 'Renew' }, await shop.callerToken());
  const [kept] = await shop.calls();
  const subscription = await shop.ours(id);
  const page = readFileSync(new URL('../../../../docs/marketplace.md', import.meta.url), 'utf8');
  const [, examples = ''] = /## Administering it[\s\S]*?```sh\n([\s\S]*?)```/.exec(page) ?? [];
  const lines = examples.replaceAll(/\n\s+/g, ' ').replaceAll(/\\ /g, '').trim().split('\n');
  const answers: [string, number][] = [];
  for (const line of lines) {
    const words = [...line.matchAll(/"([^"]*)"(?=\s|$)|'([^']*)'|(\S+)/g)].map(
      ([, a, b, c]) => a ?? b ?? c ?? '',
    );
    const after = (option: string) =>
      words.flatMap((word, index) => (word === option ? [words[index + 1] ?? ''] : []));
    const [data] = after('-d');
    const where = words.find((word) => word.startsWith('$WORKSPACE'))?.replace('$WORKSPACE', '') ?? '';
    const method = after('-X')[0] ?? (data ? 'POST' : 'GET');
    const path = where
      .replace('$CONNECTION', shop.connectionId)
      .replace('$CALL', kept?.call_id ?? '')
      .replace('$SUBSCRIPTION', subscription?.subscriptionId ?? '');
    const headers = after('-H').map((header) => header.toLowerCase().split(': ') as [string, string]);
    const answer = await user.call(method, path, {
      ...(data && { body: JSON.parse(data.replaceAll('…', 'a secret')) }),
      headers: Object.fromEntries(headers),
    });
    // The page's secret is no secret of the application's: what comes after it goes on with the right one.
    if (method === 'PATCH') {
      const { clientSecret } = shop.connection.credential;
      const body = { credential: { kind: 'secret', clientSecret } };
      await user.call('PATCH', path, { body, headers: { 'if-match': '*' } });
    }
    answers.push([`${method} ${where.replace(/\?.*/, '')}`, answer.status]);
  }
  expect(answers).toEqual([
    ['POST /marketplace-connections', 201],
    ['GET /marketplace-connections', 200],
    ['GET /marketplace-connections/$CONNECTION', 200],
    ['POST /marketplace-connections/$CONNECTION/check', 200],
    ['POST /marketplace-connections/$CONNECTION/reconcile', 202],
    ['PATCH /marketplace-connections/$CONNECTION', 200],
    ['GET /marketplace-calls', 200],
    ['GET /marketplace-calls/$CALL', 200],
    ['POST /subscriptions/$SUBSCRIPTION/marketplace-requests', 202],
    ['GET /usage-drifts', 200],
    ['GET /idp-connections', 200],
  ]);
});
