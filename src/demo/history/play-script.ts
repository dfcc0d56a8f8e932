import { createSubscription } from '../../actions/subscriptions/create-subscription.ts';
import { addOrganisation, saveMember } from '../../actions/subscriptions/customers.ts';
import { moveSubscription } from '../../actions/subscriptions/move-subscription.ts';
import { assignSeat } from '../../actions/subscriptions/seats.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import { hasTenant } from '../../storage/subscriptions/customers.ts';
import { type Organisation, scriptedCustomers } from '../customers.ts';
import { done } from '../fixed.ts';
import { demoSubscriptionId } from '../seed-customers.ts';
import { buyOnAws } from './play-aws.ts';
import type { Listener } from './play-webhooks.ts';
import { loadSubscribed, type Player, type Step } from './player.ts';
import { day, momentOf, moveOf, openingOf, type ScriptLine, script, termFrom } from './script.ts';

/** The steps of the script that are missing. */
export async function scriptSteps(player: Player, now: Date, listener: Listener): Promise<readonly Step[]> {
  const subscriptions = new Map<string, Subscription>();
  const customers = [...new Set(script.map(({ customer }) => customer))];
  const questionOf = (customer: ScriptLine['customer']) => ({
    tenantId: scriptedCustomers[customer].tenantId,
    product: openingOf(customer).product,
  });
  const subscribed = await loadSubscribed(player, customers.map(questionOf));
  for (const customer of customers) {
    const [candidate] = subscribed(questionOf(customer));
    if (candidate) subscriptions.set(customer, candidate.subscription);
  }
  const today = firstDay(subscriptions) ?? startOfDay(now);
  return script.flatMap((line) => {
    const at = momentOf(line, today);
    const known = subscriptions.get(line.customer);
    if (known && at <= known.changedAt) return [];
    const deliveredAt = new Date(at.getTime() + 1_000);
    return [
      { at, play: () => playLine(player, line, at, subscriptions) },
      { at: deliveredAt, play: () => listener.deliver(deliveredAt) },
    ];
  });
}

/** The day of the first start, when an earlier play was interrupted. */
function firstDay(subscriptions: ReadonlyMap<string, Subscription>): Date | undefined {
  for (const { customer, day: opened } of script) {
    const known = subscriptions.get(customer);
    if (known) return new Date(startOfDay(known.createdAt).getTime() - opened * day);
  }
  return undefined;
}

export function startOfDay(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / day) * day);
}

async function playLine(
  player: Player,
  line: ScriptLine,
  at: Date,
  subscriptions: Map<string, Subscription>,
): Promise<void> {
  const { workspaceId, support } = player;
  if ('product' in line) {
    subscriptions.set(line.customer, await open(player, line, at));
    return;
  }
  const subscription = subscriptions.get(line.customer);
  if (!subscription) throw new Error(`${line.customer} has no subscription`);
  const { subscriptionId, source } = subscription;
  if (line.does === 'gives a seat') {
    const { tenantId, members } = scriptedCustomers[line.customer] as Organisation;
    const member = members.find(({ email }) => email === line.to);
    if (!member) throw new Error(`${line.to} is not a member`);
    const { objectId, email, isAdministrator } = member;
    const person = { tenantId, objectId, email, isActive: true, isAdministrator };
    const { memberId } = await saveMember(player.at(at, support), workspaceId, person);
    done(await assignSeat(player.at(at, support), workspaceId, subscriptionId, memberId));
    return;
  }
  const context = player.at(at, source === 'Marketplace' ? undefined : support);
  const note = { actor: source === 'Marketplace' ? 'marketplace' : support.name };
  done(await moveSubscription(context, workspaceId, subscriptionId, moveOf(line, at), note));
}

/** A customer arrives, with an active subscription. */
async function open(
  player: Player,
  line: Extract<ScriptLine, { readonly product: string }>,
  at: Date,
): Promise<Subscription> {
  const { database, workspaceId, support } = player;
  const { name, tenantId } = scriptedCustomers[line.customer];
  const isBought = line.does === 'buys';
  const context = player.at(at, isBought ? undefined : support);
  if (!(await hasTenant(database, workspaceId, tenantId))) {
    done(await addOrganisation(player.at(at, support), workspaceId, { name, tenantIds: [tenantId] }));
  }
  if (line.does === 'buys on AWS') return buyOnAws(player, line.customer, at);
  const { product, plan, seats } = line;
  const term = termFrom(line, at);
  const note = { actor: isBought ? 'marketplace' : support.name };
  const order = {
    product,
    plan,
    tenantId,
    source: isBought ? ('Marketplace' as const) : ('Direct' as const),
    quantity: seats ?? null,
    isTrial: line.does === 'tries',
    trialEndsAt: line.does === 'tries' ? term.validUntil : null,
    validUntil: null,
    renewsItself: false,
    marketplaceSubscriptionId: isBought ? demoSubscriptionId({ name }, line) : null,
  };
  const { subscription } = done(await createSubscription(context, workspaceId, order, note));
  const { subscriptionId } = subscription;
  const move = { type: 'activate', term } as const;
  return done(await moveSubscription(context, workspaceId, subscriptionId, move, note)).subscription;
}
