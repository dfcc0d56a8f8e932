import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RecentEntries } from './memory.ts';

const minute = 60_000;
const entriesOf = (maxEntries: number) => new RecentEntries<string>({ maxEntries, idleMilliseconds: minute });

it('finds an entry that was used within the last minute, however long it has been there', () => {
  const entries = entriesOf(10);
  entries.set('key', 'value', 0);
  for (let now = 0; now < 20 * minute; now += minute - 1) expect(entries.get('key', now)).toBe('value');
});

it('forgets an entry that was not used for two minutes', () => {
  const entries = entriesOf(10);
  entries.set('key', 'value', 0);
  entries.get('another', minute);
  entries.get('another', 2 * minute);
  expect(entries.get('key', 2 * minute)).toBeUndefined();
  expect(entries.size).toBe(0);
});

it('holds no more than its maximum, and whatever was used while half of them were', () => {
  const anyUse = fc.record({ key: fc.nat({ max: 30 }), after: fc.nat({ max: 20_000 }) });
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 12 }), fc.array(anyUse, { maxLength: 120 }), (maxEntries, uses) => {
      const entries = entriesOf(maxEntries);
      const lastUse = new Map<string, { at: number; position: number }>();
      const order: string[] = [];
      let now = 0;
      for (const { key, after } of uses) {
        now += after;
        const name = String(key);
        const last = lastUse.get(name);
        const others = new Set(order.slice((last?.position ?? 0) + 1)).size;
        const found = entries.get(name, now);
        if (last && now - last.at < minute && others < Math.floor(maxEntries / 2)) expect(found).toBe(name);
        if (found === undefined) entries.set(name, name, now);
        lastUse.set(name, { at: now, position: order.length });
        order.push(name);
        expect(entries.size).toBeLessThanOrEqual(maxEntries);
      }
    }),
  );
});
