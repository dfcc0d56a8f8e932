import { listAuditEntries } from '../../../src/storage/workspaces/audit-entries.ts';
import { AccountVisitor } from '../browser/account-visit.ts';
import { confirmPurchase, visitLanding } from '../browser/landing-visit.ts';
import { LandingWorld, type Person, people } from './landing-world.ts';

/** The customer's page of the plan `metered`, which Ada has bought. */
export class BoughtAccount {
  readonly shop: LandingWorld;
  /** Of the subscription, below the overview. */
  readonly path: string;

  private constructor(shop: LandingWorld, path: string) {
    this.shop = shop;
    this.path = path;
  }

  static async open(): Promise<BoughtAccount> {
    const shop = await LandingWorld.open();
    const bought = await shop.buy({ planId: 'metered', quantity: undefined });
    const { browser } = new AccountVisitor();
    await confirmPurchase(browser, await (await visitLanding(browser, bought.link, people.ada)).text());
    return new BoughtAccount(shop, `/subscriptions/${(await shop.ours(bought))?.subscriptionId}`);
  }

  visit(person: Person): Promise<AccountVisitor> {
    const { world, connectionId } = this.shop;
    return AccountVisitor.signIn(`${world.service.url}/account/${connectionId}${this.path}`, person);
  }

  /** The newest entry of the audit log. */
  async lastEntry() {
    return (await listAuditEntries(this.shop.world.database, this.shop.workspaceId, { limit: 1 }))[0];
  }
}
