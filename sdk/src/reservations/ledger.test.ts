import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, BlockLedger, type Claim } from './ledger.ts';

const block = (size: number, name = 'block'): Block => ({
  reservationId: name,
  size,
  renewAt: 30,
  endsAt: 50,
});
const claim = (units: number, endsAt = 60): Claim => ({ units, endsAt, state: 'Held' });

function ledgerOf(...sizes: number[]): BlockLedger {
  const ledger = new BlockLedger();
  for (const [index, size] of sizes.entries()) ledger.add(block(size, `block-${index}`));
  return ledger;
}

/** Takes the claim. */
function taken(ledger: BlockLedger, units: number, endsAt?: number): Claim {
  const one = claim(units, endsAt);
  expect(ledger.take(one)).toBe(true);
  return one;
}

const settleFirst = (ledger: BlockLedger, isForced?: boolean) =>
  ledger.settle(ledger.blocks[0] as Block, isForced);

describe('the ledger of blocks', () => {
  it('gives what a block has, and no more', () => {
    const ledger = ledgerOf(10);
    const first = taken(ledger, 6);
    expect(ledger.take(claim(5))).toBe(false);
    taken(ledger, 4);
    ledger.commit(first, 2);
    expect([ledger.held, ledger.committed, ledger.free]).toEqual([4, 2, 4]);
  });

  it('gives what was released or has lapsed again', () => {
    const ledger = ledgerOf(10);
    const [released, lapsed] = [taken(ledger, 5), taken(ledger, 5, 10)];
    ledger.release(released);
    ledger.lapse(9);
    expect([lapsed.state, ledger.free]).toEqual(['Held', 5]);
    ledger.lapse(10);
    expect([released.state, lapsed.state, ledger.free]).toEqual(['Released', 'Lapsed', 10]);
  });

  it('settles a block with what was committed', () => {
    const ledger = ledgerOf(10);
    ledger.commit(taken(ledger, 4), 3);
    expect(settleFirst(ledger)).toBe(3);
    expect([ledger.size, ledger.committed, ledger.blocks]).toEqual([0, 0, []]);
  });

  it('keeps a block whose reservations are open, until another has room for them', () => {
    const ledger = ledgerOf(10);
    const open = taken(ledger, 4);
    ledger.commit(taken(ledger, 3), 3);
    expect(settleFirst(ledger)).toBeUndefined();
    ledger.add(block(4));
    expect(settleFirst(ledger)).toBe(3);
    ledger.commit(open, 4);
    expect(settleFirst(ledger)).toBe(4);
  });

  it('lets the oldest reservations lapse with a block that must be settled', () => {
    const ledger = ledgerOf(10, 3);
    const [oldest, newest] = [taken(ledger, 4), taken(ledger, 3)];
    expect(settleFirst(ledger, true)).toBe(0);
    expect([oldest.state, newest.state, ledger.held, ledger.size]).toEqual(['Lapsed', 'Held', 3, 3]);
  });

  it('commits with a block no more than its size', () => {
    const ledger = ledgerOf(5, 5);
    ledger.commit(taken(ledger, 8), 8);
    expect(settleFirst(ledger)).toBe(5);
    expect(settleFirst(ledger)).toBe(3);
  });
});

type Command =
  | { readonly does: 'add' | 'take' | 'commit'; readonly units: number }
  | { readonly does: 'release' | 'lapse' | 'settle' | 'force'; readonly units: number };

const command: fc.Arbitrary<Command> = fc.record({
  does: fc.constantFrom('add', 'take', 'take', 'commit', 'commit', 'release', 'lapse', 'settle', 'force'),
  units: fc.integer({ min: 1, max: 20 }),
});

describe('whatever happens', () => {
  it('what is settled is what was committed, and no more is held than the blocks have', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 200 }), (commands) => {
        const ledger = new BlockLedger();
        const claims: Claim[] = [];
        let [now, leased, returned, committed, settled] = [0, 0, 0, 0, 0];
        const settle = (isForced: boolean) => {
          const [oldest] = ledger.blocks;
          const units = oldest && ledger.settle(oldest, isForced);
          if (!oldest || units === undefined) return;
          expect(units).toBeLessThanOrEqual(oldest.size);
          settled += units;
          returned += oldest.size - units;
        };
        for (const { does, units } of commands) {
          const held = claims.filter(({ state }) => state === 'Held');
          const chosen = held[units % Math.max(1, held.length)];
          if (does === 'add') {
            ledger.add(block(units * 3));
            leased += units * 3;
          } else if (does === 'take') {
            const one = claim(units, now + units);
            if (ledger.take(one)) claims.push(one);
          } else if (does === 'commit' && chosen) {
            const used = Math.min(units, chosen.units);
            ledger.commit(chosen, used);
            committed += used;
          } else if (does === 'release' && chosen) ledger.release(chosen);
          else if (does === 'lapse') {
            now += units;
            ledger.lapse(now);
          } else if (does === 'settle' || does === 'force') settle(does === 'force');

          const open = claims.filter(({ state }) => state === 'Held');
          expect(ledger.held).toBe(open.reduce((sum, one) => sum + one.units, 0));
          expect(ledger.held + ledger.committed).toBeLessThanOrEqual(ledger.size);
          expect(ledger.size).toBe(leased - settled - returned);
          expect(ledger.committed).toBe(committed - settled);
        }
        while (ledger.blocks.length > 0) settle(true);
        expect([settled, ledger.held, ledger.size]).toEqual([committed, 0, 0]);
        expect(settled + returned).toBe(leased);
      }),
    );
  });
});
