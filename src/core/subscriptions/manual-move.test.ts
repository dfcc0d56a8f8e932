import { describe, expect, it } from 'vitest';
import { subscription } from '../../../tests/support/worlds/subscriptions.ts';
import { subscriptionSources } from './subscription.ts';
import { allowedManualMoves, checkManualMove, manualMoves } from './transition.ts';

const now = new Date('2026-11-15T09:00:00.000Z');

describe('allowedManualMoves', () => {
  it.each([
    ['Direct', 'Active', ['changePlan', 'changeQuantity', 'suspend', 'renew', 'cancelNow']],
    ['Reseller', 'Suspended', ['reinstate', 'cancelNow']],
    ['Direct', 'Cancelled', []],
    ['Marketplace', 'Active', []],
    ['Marketplace', 'Pending', []],
  ] as const)('%s, %s: %j', (source, status, expected) => {
    const endedAt = status === 'Cancelled' ? now : null;
    const suspendedAt = status === 'Suspended' ? now : null;
    const facts = { source, status, endedAt, suspendedAt, validUntil: null };
    expect(allowedManualMoves({ ...subscription(), ...facts }, now)).toEqual(expected);
  });
});

it.each(subscriptionSources)('%s: every move that belongs to the marketplace is refused', (source) => {
  for (const move of manualMoves) {
    const refusal = checkManualMove({ ...subscription(), source }, move);
    expect(refusal !== undefined).toBe(source === 'Marketplace');
  }
});
