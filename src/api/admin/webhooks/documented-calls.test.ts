import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/portal-user.ts';
import { World } from '../../../../tests/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await World.create({ halves: { api: true, workers: false } });
});
afterAll(() => world.close());

it('the pages show calls that work, one after the other', async () => {
  const workspaceId = await world.workspace();
  const user = await PortalUser.join(world, workspaceId, 'Integration manager');
  const settings = { url: 'https://partner.example/hooks', headers: { 'x-gateway-key': 'a key' } };
  const { endpointId } = (await user.call('POST', '/webhook-endpoints', { body: settings })).body;
  const { eventId } = (await user.call('POST', `/webhook-endpoints/${endpointId}/test`)).body;
  const page = ['administration', 'webhooks']
    .map((name) => readFileSync(new URL(`../../../../docs/${name}.md`, import.meta.url), 'utf8'))
    .join('');
  const lines = page
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.startsWith('curl ') && line.includes('$WORKSPACE'));
  const answers: [string, number][] = [];
  for (const line of lines) {
    const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
    const after = (option: string) =>
      words.flatMap((word, index) => (word === option ? [words[index + 1] ?? ''] : []));
    const [data] = after('-d');
    const where = words.find((word) => word.startsWith('$WORKSPACE'))?.replace('$WORKSPACE', '') ?? '';
    const body = data && JSON.parse(data.replaceAll('…', 'x'));
    const now = world.clock.now().getTime();
    // The page's range is as old as the page.
    if (body?.from) {
      const length = Date.parse(body.until) - Date.parse(body.from);
      Object.assign(body, { from: new Date(now - length), until: new Date(now) });
    }
    const method = after('-X')[0] ?? (data ? 'POST' : 'GET');
    const answer = await user.call(
      method,
      where.replace('$ENDPOINT', endpointId).replace('$EVENT', eventId),
      {
        ...(body && { body }),
        headers: Object.fromEntries(
          after('-H').map((header) => header.toLowerCase().split(': ') as [string, string]),
        ),
      },
    );
    answers.push([`${method} ${where.replace(/\?.*/, '')}`, answer.status]);
  }
  expect(answers).toEqual([
    ['GET /webhook-endpoints', 200],
    ['GET /webhook-deliveries', 200],
    ['POST /webhook-endpoints/$ENDPOINT/test', 202],
    ['POST /webhook-endpoints', 201],
    ['GET /webhook-endpoints', 200],
    ['GET /webhook-event-types', 200],
    ['PATCH /webhook-endpoints/$ENDPOINT', 200],
    ['POST /webhook-endpoints/$ENDPOINT/rotate-secret', 200],
    ['POST /webhook-endpoints/$ENDPOINT/test', 202],
    ['POST /webhook-endpoints/$ENDPOINT/disable', 200],
    ['POST /webhook-endpoints/$ENDPOINT/enable', 200],
    ['GET /webhook-deliveries', 200],
    ['GET /webhook-endpoints/$ENDPOINT/deliveries/$EVENT', 200],
    ['POST /webhook-endpoints/$ENDPOINT/deliveries/$EVENT/replay', 202],
    ['POST /webhook-endpoints/$ENDPOINT/replay', 202],
    ['DELETE /webhook-endpoints/$ENDPOINT', 204],
  ]);
});
