import { expect, it } from 'vitest';
import { confirmationMail, requestAnotherMail } from './address-confirmation.ts';

const now = new Date('2026-03-01T12:00:00Z');
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const mailed = { dueAt: null, attempts: 1, attemptedAt: now, sentAt: now };

it.each([
  ['before the pause is over', false, mailed, minutes(4), { retryAfterSeconds: 60 }],
  ['while it is retried', false, { ...mailed, dueAt: minutes(5) }, minutes(4), { retryAfterSeconds: 60 }],
  ['after the pause', false, mailed, minutes(5), 'Queue'],
  ['confirmed', true, mailed, now, 'NotNeeded'],
  ['waiting', false, { ...mailed, dueAt: now, attempts: 0, attemptedAt: null }, minutes(1), 'NotNeeded'],
  ['an unknown address', false, undefined, now, 'Queue'],
])('a requested confirmation mail is queued or refused: %s', (_case, isConfirmed, mail, moment, expected) => {
  expect(requestAnotherMail(isConfirmed, mail, moment)).toEqual(expected);
});

it('the confirmation mail contains the link in its text and HTML parts', () => {
  const { subject, text, html } = confirmationMail('arcadia', 'https://tessera.example/c?token=1');
  expect(subject).toBe('Tessera: confirm your support address');
  expect(text).toContain('https://tessera.example/c?token=1\n');
  expect(html).toContain('href="https://tessera.example/c?token=1"');
});
