import { listClientHours } from '../../storage/clients/activity.ts';
import type { Database } from '../../storage/database.ts';
import { listMeterHours } from '../../storage/usage/meters.ts';
import { PeriodUses } from './period-uses.ts';
import { playCalls } from './play-calls.ts';
import { lastHours } from './play-hours.ts';
import { scriptSteps, startOfDay } from './play-script.ts';
import { usageRounds } from './play-usage.ts';
import { Listener } from './play-webhooks.ts';
import { loadSubscribed, openPlayer, type Player, playInOrder } from './player.ts';
import { day } from './script.ts';
import { usagePlans } from './usage-plans.ts';

const historyDays = 90;

/**
 * Plays the last 90 days by the actions of the service, each with its own time: `script.ts` and `usage-plans.ts` say what
 * happened. A later start plays the usage of the days since, once a day. An interrupted play is continued.
 */
export async function playHistory(database: Database, apiKey: string, now: Date): Promise<void> {
  const player = await openPlayer(database, apiKey);
  const today = startOfDay(now);
  const isFirst = !(await hasActivity(player, now));
  const newest = await newestUsage(player, now);
  const since = newest ?? new Date(today.getTime() - historyDays * day);
  const uses = new PeriodUses(player);
  const listener = isFirst ? new Listener(player, today) : undefined;
  const hasUsageOfToday = newest !== undefined && newest.getTime() > now.getTime() - day;
  await playInOrder([
    ...(listener ? [...listener.steps(now), ...(await scriptSteps(player, now, listener))] : []),
    ...(hasUsageOfToday ? [] : usageRounds(player, uses, { since, today, now }, listener)),
    ...(hasUsageOfToday ? [] : lastHours(player, uses, now)),
  ]);
  await listener?.deliver(now);
  // Last: a play with activity is complete.
  if (isFirst) await playCalls(player, now);
}

function hasActivity({ database, client, workspaceId }: Player, now: Date): Promise<boolean> {
  const lately = { from: new Date(now.getTime() - historyDays * day), until: now };
  return listClientHours(database, { workspaceId, apiClientId: client.apiClientId }, lately).then(
    ({ length }) => length > 0,
  );
}

/** The newest hour of the first customer with usage. */
async function newestUsage(player: Player, now: Date): Promise<Date | undefined> {
  const [plan] = usagePlans;
  if (!plan) return undefined;
  const [candidate] = (await loadSubscribed(player, [plan]))(plan);
  if (!candidate) throw new Error('The demo has not been seeded');
  const meter = { subscriptionId: candidate.subscription.subscriptionId, dimension: plan.dimension };
  const lately = { from: new Date(now.getTime() - historyDays * day), limit: 1 };
  const [hours] = await listMeterHours(player.database, player.workspaceId, meter, lately, now);
  return hours?.hour;
}
