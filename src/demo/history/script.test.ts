import { describe, expect, it } from 'vitest';
import { scriptedCustomers } from '../customers.ts';
import { demoMarketplace } from '../emulated-marketplace.ts';
import { day, momentOf, openingOf, script, scriptedPurchases } from './script.ts';
import { hoursWithUsage, quantityOf, sendingOf, targetOf, usagePlans, weightOf } from './usage-plans.ts';

const hour = day / 24;
const midnight = new Date('2026-11-18T00:00:00.000Z');

describe('the script', () => {
  it('is in order, within 90 days, and over when the first day begins', () => {
    const moments = script.map((line) => momentOf(line, midnight).getTime());
    expect(moments).toEqual(moments.toSorted((one, other) => one - other));
    expect(moments[0]).toBeGreaterThan(midnight.getTime() - 90 * day);
    expect(moments.at(-1)).toBeLessThan(midnight.getTime());
  });

  it('has a story for every customer, which begins with a purchase, trial or contract', () => {
    for (const customer of Object.keys(scriptedCustomers) as (keyof typeof scriptedCustomers)[]) {
      expect(openingOf(customer).product).toBeTruthy();
    }
    const deeds = new Set(script.map(({ does }) => does));
    for (const deed of ['tries', 'keeps', 'cancels', 'stops paying', 'pays again', 'changes plan'] as const) {
      expect(deeds).toContain(deed);
    }
  });

  it('ends with what the emulated marketplace has', () => {
    const states = scriptedPurchases().map(({ customer, plan, state }) => [customer, plan, state]);
    expect(states).toContainEqual(['bellows', 'basic-monthly', 'Unsubscribed']);
    expect(states).toContainEqual(['firstUp', 'standard-monthly', 'Suspended']);
    expect(states).toContainEqual(['cityPower', 'enterprise-yearly', 'Subscribed']);
    const tenants = demoMarketplace.subscriptions.map(({ beneficiary }) => beneficiary.tenantId);
    expect(tenants).toContain(scriptedCustomers.coho.tenantId);
    expect(tenants).not.toContain(scriptedCustomers.margies.tenantId);
  });
});

describe('planned usage', () => {
  const [contoso = usagePlans[0]] = usagePlans;
  if (!contoso) throw new Error('There is none');

  it('is sent within the day, for every hour', () => {
    for (const used of hoursWithUsage(new Date(midnight.getTime() - 90 * day), midnight)) {
      const age = sendingOf(used).getTime() - used.getTime();
      expect(age).toBeGreaterThanOrEqual(hour);
      expect(age).toBeLessThan(22 * hour);
    }
  });

  it('is next sent at most two days after any day', () => {
    const days = Array.from({ length: 7 }, (_, index) => new Date(midnight.getTime() - index * day));
    for (const start of days) {
      const sending = sendingOf(start).getTime();
      expect(sending - start.getTime()).toBeLessThan(3 * day);
      const sent = hoursWithUsage(new Date(sending - day), new Date(sending));
      expect(sent.map((used) => sendingOf(used).getTime())).toEqual(Array(4).fill(sending));
    }
  });

  it('is lower on Saturdays, and rests on Sundays', () => {
    const hours = hoursWithUsage(new Date(midnight.getTime() - 28 * day), midnight);
    const ofWeekday = (weekday: number) => hours.filter((used) => used.getUTCDay() === weekday);
    const sum = (weekday: number) =>
      ofWeekday(weekday).reduce((total, used) => total + weightOf(contoso, used), 0);
    expect(ofWeekday(0)).toEqual([]);
    expect(sum(6)).toBeLessThan(sum(2) * 0.7);
  });

  it.each([
    '2026-11-18T12:00:00.000Z',
    '2026-11-30T23:59:00.000Z',
    '2026-12-02T00:05:00.000Z',
    '2027-02-28T23:59:59.000Z',
    '2028-02-29T00:00:00.000Z',
  ])('reaches the amounts of its periods by %s', (text) => {
    const now = new Date(text);
    const terms = [{ start: new Date(now.getTime() - 75 * day), end: null }];
    const plan = { ...contoso, amount: { periods: [40, 80, 150] } };
    const used = new Map<number, number>();
    for (const one of hoursWithUsage(terms[0]?.start ?? now, now)) {
      const target = targetOf(plan, terms, one, now);
      if (!target) throw new Error('It has periods');
      const { start, end } = target.period;
      const before = used.get(start.getTime()) ?? 0;
      const until = end !== null && end < now ? end : now;
      const left = { amount: target.amount - before, hours: hoursWithUsage(one, until) };
      used.set(start.getTime(), before + quantityOf(plan, one, left));
    }
    expect([...used.values()].map(Math.round)).toEqual([40, 80, 150]);
  });
});
