import { expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import { refuse } from '../refusal.ts';
import {
  makeWebhookSecret,
  rotateSecret,
  signingSecrets,
  type WebhookSecrets,
  webhookKeyText,
} from './secret.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

it('a secret is whsec_ and 32 random bytes in base64', () => {
  const secret = makeWebhookSecret((count) => new Uint8Array(count).fill(255));
  expect(secret).toBe(`whsec_${Buffer.alloc(32, 255).toString('base64')}`);
  expect(webhookKeyText(secret)).toBe(Buffer.alloc(32, 255).toString('base64'));
});

it('both secrets sign for 24 hours after a rotation, the new one first', () => {
  const rotated = done(rotateSecret({ current: 'a', previous: [] }, 'b', now));
  expect(rotated.previousEndsAt).toEqual(later(24));
  expect(signingSecrets(rotated, now)).toEqual(['b', 'a']);
  expect(signingSecrets(rotated, new Date(later(24).getTime() - 1))).toEqual(['b', 'a']);
  expect(signingSecrets(rotated, later(24))).toEqual(['b']);
});

it('every secret signs for its 24 hours, however often it is rotated', () => {
  const once = done(rotateSecret({ current: 'a', previous: [] }, 'b', now));
  const twice = done(rotateSecret(once, 'c', later(1)));
  expect(signingSecrets(twice, later(2))).toEqual(['c', 'b', 'a']);
  expect(signingSecrets(twice, later(24))).toEqual(['c', 'b']);
  expect(signingSecrets(twice, later(25))).toEqual(['c']);
  expect(done(rotateSecret(twice, 'd', later(24))).previous.map(({ secret }) => secret)).toEqual(['c', 'b']);
});

it('at most five secrets sign, and the refusal names when another is allowed', () => {
  const five = ['b', 'c', 'd', 'e'].reduce<WebhookSecrets>(
    (secrets, next, hours) => done(rotateSecret(secrets, next, later(hours))),
    { current: 'a', previous: [] },
  );
  expect(signingSecrets(five, later(3))).toEqual(['e', 'd', 'c', 'b', 'a']);
  expect(rotateSecret(five, 'f', later(4))).toEqual(
    refuse('webhook.too_many_secrets', { limit: 5, retryAfter: later(24).toISOString() }),
  );
  expect(signingSecrets(done(rotateSecret(five, 'f', later(24))), later(24))).toEqual([
    'f',
    'e',
    'd',
    'c',
    'b',
  ]);
});
