import { randomUUID } from 'node:crypto';
import {
  contosoAccount,
  contosoKey,
  northwindAccount,
  planner,
  sampleAws,
  store,
} from '../../../emulators/aws-marketplace/sample-directory.ts';
import { type AwsEmulator, startAwsEmulator } from '../../../emulators/aws-marketplace/start.ts';
import { addProduct } from '../../../src/actions/catalogue/change-catalogue.ts';
import type { ActionContext } from '../../../src/actions/context.ts';
import { addSellerConnection } from '../../../src/actions/marketplace/sellers.ts';
import { recordUsage } from '../../../src/actions/usage/record.ts';
import { recordEvents } from '../../../src/actions/usage/record-events.ts';
import { createMeteringService } from '../../../src/adapters/aws-marketplace/metering-service.ts';
import { createNodeKeys } from '../../../src/adapters/aws-marketplace/node-keys.ts';
import { type ApiClient, scopes } from '../../../src/core/clients/api-client.ts';
import { readLicenceArn } from '../../../src/core/marketplace/licences/licence-address.ts';
import { readMeterEvent } from '../../../src/core/usage/events/event.ts';
import type { MeteringService } from '../../../src/core/usage/ports.ts';
import { readUsageRecord } from '../../../src/core/usage/reports/record.ts';
import { candidateKeyText } from '../../../src/core/usage/reports/target.ts';
import { saveLicence } from '../../../src/storage/marketplace/licences.ts';
import { loadUsageCandidates } from '../../../src/storage/usage/candidates.ts';
import { dispatchUsage } from '../../../src/workers/usage/dispatch.ts';
import { done } from '../done.ts';
import { testEncryptionKey } from '../nodes/encryption-key.ts';
import { SystemClock } from '../nodes/system-clock.ts';
import { TestClock } from '../nodes/test-clock.ts';
import { localExchange } from '../peers/local-exchange.ts';
import { Books } from './books.ts';
import { plan, product } from './products.ts';

export const hour = 3_600_000;
export const minute = 60_000;
const sourceName = 'AWS';

/** What can be bought: as you go, and a contract with consumption. */
const shelf = {
  planner: { productCode: planner.code },
  store: { productCode: store.code, entitlements: [{ dimension: 'gigabytes', value: 5 }], months: 12 },
} as const;

export interface UnitCustomer {
  /** A slug. */
  readonly product: keyof typeof shelf;
  readonly tenantId: string;
  readonly subscriptionId: string;
  readonly licence: string;
  readonly agreementId: string;
}

/**
 * A workspace that sells on an emulated AWS Marketplace, which takes whole units; no service. The dimension `projects` is fed by
 * records, `exports` by events.
 */
export class UnitShop {
  readonly books: Books;
  readonly aws: AwsEmulator;
  readonly client: ApiClient;

  private constructor(books: Books, aws: AwsEmulator, client: ApiClient) {
    this.books = books;
    this.aws = aws;
    this.client = client;
  }

  /** A shop in real time has a clock that is late, so that its purchases are old. */
  static async open({
    clock = new TestClock(),
    seed = 1,
  }: {
    readonly clock?: TestClock;
    readonly seed?: number;
  } = {}): Promise<UnitShop> {
    const books = await Books.open(4, clock);
    const aws = await startAwsEmulator({
      directory: sampleAws,
      settings: { licenseMilliseconds: 0, deprovisionMilliseconds: 0, batchCallsPerSecond: 0 },
      seed,
      now: clock instanceof SystemClock ? () => new Date() : clock.now,
    });
    const workspaceId = await books.emptyWorkspace();
    const settings = { sellerAccount: contosoAccount, region: 'us-east-1', roleArn: null, sendZeros: false };
    done(
      await addSellerConnection(
        books.context,
        workspaceId,
        { sourceName, credentialEndsAt: null, ...settings, endpointUrl: aws.url },
        { accessKeyId: contosoKey.id, secretAccessKey: contosoKey.secret },
        { encryptionKey: testEncryptionKey, allowsLocalWebhooks: true, nodeCredentialUse: 'off' },
      ),
    );
    const dimensions = [
      { id: 'projects', name: 'Projects', unit: 'project' },
      { id: 'exports', name: 'Exports', unit: 'export', intake: 'Events', aggregation: 'Sum' } as const,
    ];
    const marketplace = [{ sourceName, offerId: planner.code, planId: '*', dimensions }];
    const sold = product('planner', { plans: [plan('basic', { marketplace })] });
    done(await addProduct(books.context, workspaceId, sold));
    const requests = [{ id: 'requests', name: 'Requests', unit: 'request' }];
    const contract = { sourceName, offerId: store.code, planId: 'gigabytes', dimensions: requests };
    const stored = product('store', { plans: [plan('contract', { marketplace: [contract] })] });
    done(await addProduct(books.context, workspaceId, stored));
    const { apiClientId } = await books.client(workspaceId);
    const limits = { rateLimitPerMinute: 6_000, workspaceRateLimitPerMinute: 24_000 };
    const client = { workspaceId, apiClientId, name: 'Client', scopes, products: 'all', ...limits } as const;
    return new UnitShop(books, aws, client);
  }

  async close(): Promise<void> {
    await this.aws.close();
    await this.books.close();
  }

  get queue() {
    return { workspaceId: this.client.workspaceId, sourceName };
  }

  get context(): ActionContext {
    return this.books.context;
  }

  /** A purchase on both sides, two days before now; in real time, by the clock of the shop. */
  async bought(sold: keyof typeof shelf = 'planner'): Promise<UnitCustomer> {
    const { books, aws } = this;
    const order = shelf[sold];
    const agreement = aws.purchase({ ...order, buyerAccountId: northwindAccount });
    const since = books.clock.now();
    const bought = aws.findAgreement(agreement.id) ?? agreement;
    aws.registerAgreement({ ...bought, acceptanceTime: since, startTime: since, licensedAt: since });
    const licence = readLicenceArn(agreement.licenseArn);
    if (!licence) throw new Error(`${agreement.licenseArn} is no licence`);
    const seen = {
      licence,
      productCode: order.productCode,
      account: northwindAccount,
      activeAt: since,
    };
    await saveLicence(books.database, this.queue, seen, since);
    const tenantId = randomUUID();
    const { subscriptionId } = await books.createActive(this.client.workspaceId, {
      tenantId,
      product: sold,
      plan: sold === 'planner' ? 'basic' : 'contract',
      source: 'Marketplace',
      marketplaceSubscriptionId: licence,
    });
    books.clock.forward(48 * hour);
    return { product: sold, tenantId, subscriptionId, licence, agreementId: agreement.id };
  }

  async #candidates({ product: slug, tenantId }: Pick<UnitCustomer, 'product' | 'tenantId'>) {
    const question = { product: slug, tenantId };
    const { workspaceId } = this.client;
    const loaded = await loadUsageCandidates(this.books.database, workspaceId, [question]);
    return loaded.get(candidateKeyText(workspaceId, question));
  }

  /** The outcome of each hourly record, or the code of its refusal. */
  async report(
    customer: UnitCustomer,
    usage: readonly (readonly [hoursAgo: number, quantity: number])[],
    { holdMinutes = 15, dimension = 'projects' } = {},
  ): Promise<string[]> {
    const candidates = await this.#candidates(customer);
    const records = usage.map(([hoursAgo, quantity]) =>
      readUsageRecord({
        tenantId: customer.tenantId,
        product: customer.product,
        dimension,
        quantity,
        usageStartAt: this.books.in(-hoursAgo * hour).toISOString(),
      }),
    );
    const reported = { records, candidates: records.map(() => candidates), holdMinutes };
    const answer = done(await recordUsage(this.context, this.client, reported, null));
    return JSON.parse(answer.text).results.map(
      (result: { outcome: string; error: { code: string } | null }) => result.error?.code ?? result.outcome,
    );
  }

  /** An event of the customer, of now. */
  async track({ tenantId }: UnitCustomer, quantity: number, minutesAgo = 0): Promise<void> {
    const members = {
      id: randomUUID(),
      tenantId,
      product: 'planner',
      dimension: 'exports',
      quantity,
      occurredAt: this.books.in(-minutesAgo * minute).toISOString(),
    };
    const events = [readMeterEvent({ members }, this.client.apiClientId)];
    const candidates = [await this.#candidates({ product: 'planner', tenantId })];
    const answer = await recordEvents(this.context, this.client, { events, candidates, holdMinutes: 15 });
    if (answer.accepted !== 1) throw new Error(`The event was refused: ${JSON.stringify(answer)}`);
  }

  /** Signatures are made at the real time. */
  metering(): MeteringService {
    const clock = { now: () => new Date() };
    return createMeteringService({
      clock,
      exchange: localExchange,
      nodeKeys: createNodeKeys(clock, 'off'),
      budgetMilliseconds: 5_000,
    }) as MeteringService;
  }

  /** A dispatcher of its own, as each node has. */
  dispatcher(changes: (metering: MeteringService) => MeteringService = (metering) => metering) {
    const failures: unknown[] = [];
    const metering = this.metering();
    const dispatch = dispatchUsage({
      context: () => this.context,
      metering: changes(metering),
      measurements: { openCircuits: () => {} },
      encryptionKey: testEncryptionKey,
      onCircuit: () => {},
      onFailure: (error) => failures.push(error),
    });
    return async () => {
      await dispatch.work();
      await dispatch.finish();
      const [failure] = failures.splice(0);
      if (failure) throw failure;
    };
  }

  /** Reports by hour: exact quantity, sent quantity and status. */
  async reports({ subscriptionId }: UnitCustomer) {
    const rows = await this.books.database
      .selectFrom('usage_reports')
      .selectAll()
      .where('subscription_id', '=', subscriptionId)
      .orderBy('hour')
      .orderBy('dimension')
      .execute();
    return rows.map((row) => [
      Number(row.quantity),
      row.sent_quantity === null ? null : Number(row.sent_quantity),
      row.status,
    ]);
  }

  /** What AWS was told of a licence, in the order of acceptance. */
  told({ licence }: UnitCustomer): number[] {
    return this.aws
      .usageRecords()
      .filter(({ licenseArn = '' }) => readLicenceArn(licenseArn) === licence)
      .map(({ quantity }) => quantity);
  }
}
