import {
  contosoAccount,
  contosoKey,
  desk,
  northwindAccount,
  planner,
  sampleAws,
} from '../../../emulators/aws-marketplace/sample-directory.ts';
import { type AwsEmulator, startAwsEmulator } from '../../../emulators/aws-marketplace/start.ts';
import { addProduct } from '../../../src/actions/catalogue/change-catalogue.ts';
import type { Subscription } from '../../../src/core/subscriptions/subscription.ts';
import { findSubscriptionByMarketplaceId } from '../../../src/storage/subscriptions/subscriptions.ts';
import { Browsing } from '../browser/browsing.ts';
import { confirmPurchase, visitLanding } from '../browser/landing-visit.ts';
import { PortalUser } from '../browser/portal-user.ts';
import { done } from '../done.ts';
import { type Person, people } from './landing-world.ts';
import { plan, product } from './products.ts';
import { World, withWorkers } from './world.ts';

const sellerSource = 'AWS Marketplace';

interface StoredEvent {
  readonly operationId: string;
  readonly marketplaceSubscriptionId: string;
  readonly state: string;
  readonly detail: string | null;
}

/** A workspace that sells a contract and a product as you go at AWS, whose purchases lead to the landing page. */
export class SellerShop {
  readonly world: World;
  readonly emulator: AwsEmulator;
  user: PortalUser;
  readonly connectionId: string;
  readonly eventSecret: string;

  private constructor(
    parts: Pick<SellerShop, 'world' | 'emulator' | 'user' | 'connectionId' | 'eventSecret'>,
  ) {
    this.world = parts.world;
    this.emulator = parts.emulator;
    this.user = parts.user;
    this.connectionId = parts.connectionId;
    this.eventSecret = parts.eventSecret;
  }

  static async open(): Promise<SellerShop> {
    const world = await World.create(withWorkers);
    for (const { tenantId } of Object.values(people)) world.idp.registerTenant({ id: tenantId });
    for (const one of Object.values(people)) world.idp.registerUser(one);
    const { now } = world.clock;
    const emulator = await startAwsEmulator({
      directory: sampleAws,
      settings: {
        licenseMilliseconds: 0,
        deprovisionMilliseconds: 0,
        batchCallsPerSecond: 0,
        retryMilliseconds: 50,
      },
      now,
      signingNow: now,
    });
    world.onClose(() => emulator.close());
    const workspaceId = await world.workspace();
    const editions = [
      { slug: 'standard', name: 'Standard', rank: 10 },
      { slug: 'higher', name: 'Higher', rank: 20 },
    ];
    const sold = (offerId: string, planId: string, ...meters: string[]) => {
      const dimensions = meters.map((id) => ({ id, name: id, unit: 'unit' }));
      return [{ sourceName: sellerSource, offerId, planId, dimensions }];
    };
    const plans = [
      plan('team', { licenceModel: 'Seats', billingModel: 'PerUser', marketplace: sold(desk.code, 'team') }),
      plan('business', { edition: 'higher', marketplace: sold(desk.code, 'business') }),
    ];
    done(await addProduct(world.context, workspaceId, product('desk', { editions, plans })));
    const asYouGo = plan('as-you-go', { marketplace: sold(planner.code, '*', 'projects') });
    done(await addProduct(world.context, workspaceId, product('planner', { plans: [asYouGo] })));
    const user = await PortalUser.join(world, workspaceId, 'Partner administrator');
    const connected = await user.call('POST', '/marketplace-connections', {
      body: sellerBody(emulator.url),
    });
    const { connectionId, eventSecret } = connected.body;
    const shop = new SellerShop({ world, emulator, user, connectionId, eventSecret });
    emulator.setDestination(contosoAccount, { url: shop.eventsUrl, secret: eventSecret });
    return shop;
  }

  get workspaceId(): string {
    return this.user.workspaceId;
  }

  get eventsUrl(): string {
    return `${this.world.service.url}/api/marketplace/aws/${this.connectionId}/events`;
  }

  get landingUrl(): string {
    return `${this.world.service.url}/marketplace/landing/${this.connectionId}`;
  }

  close(): Promise<void> {
    return this.world.close();
  }

  /** Buys, as the account of Northwind unless told otherwise. */
  buy(order: Partial<Parameters<AwsEmulator['purchase']>[0]> = {}) {
    const agreement = this.emulator.purchase({
      productCode: planner.code,
      buyerAccountId: northwindAccount,
      ...order,
    });
    return { agreementId: agreement.id, licence: agreement.licenseArn };
  }

  /** Posts a registration token as the buyer's browser does; answers the page, or the redirect. */
  post(token: string, rest: Readonly<Record<string, string>> = {}): Promise<Response> {
    return new Browsing().post(this.landingUrl, { 'x-amzn-marketplace-token': token, ...rest });
  }

  /** The buyer's link of our own, after a registration. */
  async register(agreementId: string, rest: Readonly<Record<string, string>> = {}): Promise<string> {
    const answer = await this.post(this.emulator.issueToken(agreementId).token, rest);
    return answer.headers.get('location') ?? '';
  }

  /** Registers, signs in and confirms; the text of the last page. */
  async confirm(agreementId: string, person: Person = people.ada): Promise<string> {
    const browser = new Browsing();
    const page = await (await visitLanding(browser, await this.register(agreementId), person)).text();
    return (await confirmPurchase(browser, page)).text();
  }

  ours(licence: string): Promise<Subscription | undefined> {
    return findSubscriptionByMarketplaceId(this.world.database, this.workspaceId, licence);
  }

  /** Sends a body to the address of events. */
  send(body: unknown, secret: string | null = this.eventSecret, url = this.eventsUrl): Promise<Response> {
    return fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(secret === null ? {} : { 'x-tessera-event-secret': secret }),
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  /** Sessions end while the clock of the test goes on. */
  async signInAgain(): Promise<void> {
    this.user = await this.user.signInAgain();
  }

  /** What became of the events, the latest first. */
  async calls(): Promise<readonly StoredEvent[]> {
    const { body } = await this.user.call('GET', '/marketplace-calls?limit=100');
    return body.items;
  }
}

export const sellerBody = (endpointUrl: string) => ({
  kind: 'Aws',
  sourceName: sellerSource,
  sellerAccount: contosoAccount,
  credential: { kind: 'accessKey', accessKeyId: contosoKey.id, secretAccessKey: contosoKey.secret },
  endpointUrl,
});
