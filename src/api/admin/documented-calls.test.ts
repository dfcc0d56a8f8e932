import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentedCalls, runDocumentedCall } from '../../../tests/support/documented-calls.ts';
import { done } from '../../../tests/support/done.ts';
import { PortalUser } from '../../../tests/support/portal-user.ts';
import { plan, product } from '../../../tests/support/products.ts';
import { newTenant, subscribe } from '../../../tests/support/subscribing.ts';
import { World } from '../../../tests/support/world.ts';
import { addApplicationCredential } from '../../actions/add-application-credential.ts';
import { addProduct } from '../../actions/add-product.ts';
import { saveMember } from '../../actions/save-member.ts';
import { readQuantity } from '../../core/quantity.ts';
import { submit } from '../../core/usage-report.ts';
import { insertReports } from '../../storage/usage-reports.ts';

let world: World;
beforeAll(async () => {
  world = await World.create({ halves: { api: true, workers: false } });
});
afterAll(() => world.close());

it('the page shows calls that work, one after the other', async () => {
  const workspaceId = await world.workspace();
  const user = await PortalUser.join(world, workspaceId, 'Partner administrator');
  const plans = [plan('seats', { licenceModel: 'Seats', billingModel: 'PerUser' })];
  done(await addProduct(world.context, workspaceId, product('forum', { plans })));
  const [tenantId, objectId] = [newTenant(), randomUUID()];
  const person = { tenantId, objectId, email: 'ada@contoso.example', isActive: true };
  const { memberId } = await saveMember(world.context, workspaceId, person);
  const subscriptionId = await subscribe(world, workspaceId, { tenantId, plan: 'seats', quantity: 2 });
  const quantity = readQuantity(12);
  if (typeof quantity !== 'number') throw new Error('no quantity');
  const hour = new Date('2026-11-15T07:00:00.000Z');
  const key = { subscriptionId, dimension: 'messages', hour };
  const { report } = done(
    submit(null, { ...key, reportId: randomUUID(), quantity, holdMinutes: 15 }, world.clock.now()),
  );
  const address = { sourceName: 'Marketplace', marketplaceSubscriptionId: 'M', marketplacePlanId: 'P' };
  await insertReports(world.database, workspaceId, [{ ...address, report }]);
  const { apiClientId } = await world.client(workspaceId);
  const identity = { applicationId: randomUUID(), tenantId: randomUUID() };
  const { credentialId } = done(
    await addApplicationCredential(world.context, workspaceId, apiClientId, identity),
  );
  const variables = {
    TENANT: tenantId,
    PRODUCT: 'forum',
    PLAN: 'seats',
    MOMENT: world.clock.now().toISOString(),
    OBJECT: objectId,
    MEMBER: memberId,
    SUBSCRIPTION: subscriptionId,
    HOUR: hour.toISOString(),
    DIMENSION: 'messages',
    CLIENT: apiClientId,
    CREDENTIAL: credentialId,
  };
  const answers: [string, number][] = [];
  for (const line of documentedCalls('administration').filter((one) => !one.includes('/webhook-'))) {
    const { call, answer } = await runDocumentedCall(user, line, variables);
    answers.push([call, answer.status]);
    if (call.endsWith('/seats') && call.startsWith('POST')) {
      const outcomes = answer.body.results.map(({ outcome }: { outcome: string }) => outcome);
      expect(outcomes).toEqual(['Assigned', 'AlreadyAssigned']);
    }
  }
  expect(answers).toEqual([
    ['GET /search', 200],
    ['GET /tenants/$TENANT', 200],
    ['GET /tenants/$TENANT/history', 200],
    ['GET /tenants/$TENANT/entitlements', 200],
    ['GET /tenants/$TENANT/eligibility', 200],
    ['POST /organisations', 201],
    ['PUT /customers/$TENANT/members/$OBJECT', 200],
    ['POST /subscriptions', 201],
    ['POST /subscriptions/$SUBSCRIPTION/seats', 200],
    ['GET /subscriptions/$SUBSCRIPTION/seats', 200],
    ['DELETE /subscriptions/$SUBSCRIPTION/seats/$MEMBER', 204],
    ['PUT /subscriptions/$SUBSCRIPTION/seats/$MEMBER', 204],
    ['POST /usage-reports/$SUBSCRIPTION/$HOUR/$DIMENSION/correct', 200],
    ['POST /usage-reports/$SUBSCRIPTION/$HOUR/$DIMENSION/release', 200],
    ['GET /usage-hours', 200],
    ['GET /usage-summary', 200],
    ['GET /usage-reports.csv', 200],
    ['GET /overview', 200],
    ['GET /api-clients/$CLIENT/activity', 200],
    ['DELETE /application-credentials/$CREDENTIAL', 204],
  ]);
});
