import { expect, it } from 'vitest';
import { makeWebhookSecret, rotateSecret, signingSecrets, webhookKeyText } from './webhook-secret.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

it('is whsec_ and 32 random bytes in base64', () => {
  const secret = makeWebhookSecret((count) => new Uint8Array(count).fill(255));
  expect(secret).toBe(`whsec_${Buffer.alloc(32, 255).toString('base64')}`);
  expect(webhookKeyText(secret)).toBe(Buffer.alloc(32, 255).toString('base64'));
});

it('signs with both for 24 hours after a rotation, the new one first', () => {
  const rotated = rotateSecret({ current: 'a', previous: null }, 'b', now);
  expect(signingSecrets(rotated, now)).toEqual(['b', 'a']);
  expect(signingSecrets(rotated, new Date(later(24).getTime() - 1))).toEqual(['b', 'a']);
  expect(signingSecrets(rotated, later(24))).toEqual(['b']);
});

it('keeps two at most: another rotation ends the oldest', () => {
  const twice = rotateSecret(rotateSecret({ current: 'a', previous: null }, 'b', now), 'c', later(1));
  expect(signingSecrets(twice, later(2))).toEqual(['c', 'b']);
  expect(signingSecrets(twice, later(24))).toEqual(['c', 'b']);
  expect(signingSecrets(twice, later(25))).toEqual(['c']);
});
