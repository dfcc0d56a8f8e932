import { largeCustomer } from './rows.ts';
import type { LoopStage } from './stage.ts';

/** A request of the admin API; a change alternates between two states. */
export interface HeavyRequest {
  readonly name: string;
  send(stage: LoopStage, times: number): Promise<void>;
}

const get = (name: string, path: string | ((stage: LoopStage) => string)): HeavyRequest => ({
  name,
  async send(stage) {
    await stage.call('GET', typeof path === 'string' ? path : path(stage));
  },
});

const seatsOfRequest = 500;

/** Every route of the admin API whose work grows with the workspace. */
export const heavyRequests: readonly HeavyRequest[] = [
  {
    name: 'impact preview, plan',
    async send(stage) {
      const body = { capabilities: { 'audit-log': false, exports: true, 'single-sign-on': true } };
      await stage.call('POST', '/products/ledger/plans/team/impact', { body });
    },
  },
  {
    name: 'impact preview, file',
    async send(stage) {
      await stage.call('POST', '/catalogue/impact', { body: { file: stage.changedFile(1) } });
    },
  },
  {
    name: 'catalogue plan',
    async send(stage) {
      await stage.call('POST', '/catalogue/plan', { body: { file: stage.changedFile(1) } });
    },
  },
  {
    name: 'catalogue apply',
    async send(stage, times) {
      const file = stage.changedFile(times + 1);
      const { etag } = await stage.call('POST', '/catalogue/plan', { body: { file } });
      await stage.call('POST', '/catalogue/apply', { body: { file }, headers: { 'if-match': etag } });
    },
  },
  get('catalogue file, YAML', '/catalogue/file'),
  get('catalogue file, JSON', '/catalogue/file?format=json'),
  get('products', '/products?limit=200'),
  get('usage CSV', '/usage-reports.csv'),
  get('audit CSV', '/audit-log.csv'),
  get('audit JSON', '/audit-log.json'),
  get('usage reports', '/usage-reports?limit=200'),
  get('usage summary', '/usage-summary?limit=200'),
  get('usage heat map', () => {
    const from = new Date(Date.now() - 30 * 24 * 3_600_000).toISOString();
    return `/usage-hours?from=${from}`;
  }),
  get('subscriptions', '/subscriptions?limit=200'),
  get('subscriptions of a product', '/subscriptions?limit=200&product=planner&status=Active'),
  get('customers', '/customers?limit=200'),
  get('customers, search', '/customers?limit=200&search=customer'),
  get('search', '/search?text=customer'),
  get('audit log', '/audit-log?limit=200'),
  get('overview', '/overview'),
  get('customer', ({ tenantId }) => `/tenants/${tenantId}`),
  get('customer export', ({ tenantId }) => `/customers/${tenantId}/export`),
  get('person export', ({ tenantId, objectIds }) => `/customers/${tenantId}/members/${objectIds[0]}/export`),
  {
    name: `${seatsOfRequest} seats`,
    async send(stage, times) {
      // Alternates between new members and members with a seat.
      const begin = (times * seatsOfRequest) % largeCustomer.members;
      const people = stage.objectIds.slice(begin, begin + seatsOfRequest);
      await stage.call('POST', `/subscriptions/${stage.subscriptionId}/seats`, { body: { people } });
    },
  },
  {
    name: 'webhook deliveries',
    async send(stage) {
      await stage.call('GET', '/webhook-deliveries?limit=200');
    },
  },
  {
    name: 'webhook replay',
    async send(stage) {
      const from = new Date(Date.now() - 25 * 24 * 3_600_000).toISOString();
      const body = { from, until: new Date().toISOString(), outcomes: ['Delivered'] };
      await stage.call('POST', `/webhook-endpoints/${stage.endpointId}/replay`, { body });
    },
  },
  {
    name: 'reconciliation',
    async send(stage) {
      await stage.call('POST', `/marketplace-connections/${stage.connectionId}/reconcile`);
    },
  },
];
