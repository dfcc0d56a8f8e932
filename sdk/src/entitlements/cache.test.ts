import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Cache } from './cache.ts';

it('is a map that evicts the least recently used', () => {
  const keys = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const step = fc.oneof(
    fc.record({ type: fc.constant('set' as const), key: keys }),
    fc.record({ type: fc.constant('get' as const), key: keys }),
    fc.record({ type: fc.constant('peek' as const), key: keys }),
    fc.record({ type: fc.constant('delete' as const), key: keys }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (steps, limit) => {
      const evicted: number[] = [];
      const expectedEvicted: number[] = [];
      const cache = new Cache<number>(limit, (value) => evicted.push(value));
      /** The least recently used first. */
      const model = new Map<string, number>();
      steps.forEach(({ type, key }, index) => {
        const known = model.get(key);
        if (type === 'set') {
          cache.set(key, index);
          model.delete(key);
          model.set(key, index);
          const [oldest] = model;
          if (model.size > limit && oldest) {
            model.delete(oldest[0]);
            expectedEvicted.push(oldest[1]);
          }
        } else if (type === 'delete') {
          cache.delete(key);
          model.delete(key);
        } else {
          expect(type === 'get' ? cache.get(key) : cache.peek(key)).toBe(known);
          if (type === 'get' && known !== undefined) {
            model.delete(key);
            model.set(key, known);
          }
        }
        expect(cache.values()).toEqual([...model.values()].reverse());
      });
      expect(evicted).toEqual(expectedEvicted);
    }),
  );
});
