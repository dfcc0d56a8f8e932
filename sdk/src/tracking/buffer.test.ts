import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EventBuffer } from './buffer.ts';

it('gives events in order and drops the oldest beyond its bounds', () => {
  const step = fc.oneof(
    fc.record({ push: fc.string({ minLength: 1, maxLength: 6 }) }),
    fc.record({ take: fc.nat(5) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const model: string[] = [];
      const [dropped, expected]: [string[], string[]] = [[], []];
      const buffer = new EventBuffer(7, 20, (text) => dropped.push(text));
      for (const one of steps) {
        if ('take' in one) {
          expect(buffer.take(one.take)).toEqual(model.splice(0, one.take));
        } else {
          buffer.push(one.push);
          model.push(one.push);
          while (model.length > 7 || model.join('').length > 20) expected.push(model.shift() ?? '');
        }
        expect(buffer.size).toBe(model.length);
      }
      expect(dropped).toEqual(expected);
    }),
  );
});
