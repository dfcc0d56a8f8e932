import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentedCalls, runDocumentedCall } from '../../../../tests/support/documented-calls.ts';
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
  const answers: [string, number][] = [];
  const lines = documentedCalls('administration', 'webhooks').filter((line) => line.includes('/webhook-'));
  for (const line of lines) {
    const variables = { ENDPOINT: endpointId, EVENT: eventId };
    const { call, answer } = await runDocumentedCall(user, line, variables, (body) => {
      // The page's range is as old as the page.
      if (!body.from) return;
      const now = world.clock.now().getTime();
      const length = Date.parse(String(body.until)) - Date.parse(String(body.from));
      Object.assign(body, { from: new Date(now - length), until: new Date(now) });
    });
    answers.push([call, answer.status]);
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
    ['GET /webhook-health', 200],
    ['POST /webhook-endpoints/$ENDPOINT/deliveries/$EVENT/replay', 202],
    ['POST /webhook-endpoints/$ENDPOINT/replay', 202],
    ['DELETE /webhook-endpoints/$ENDPOINT', 204],
  ]);
});
