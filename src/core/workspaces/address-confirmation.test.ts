import { describe, expect, it } from 'vitest';
import {
  confirmationMail,
  leaseConfirmation,
  newConfirmation,
  requestAnotherMail,
  requestConfirmation,
} from './address-confirmation.ts';

const now = new Date('2026-03-01T12:00:00Z');
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

describe('an entered support address', () => {
  it('is mailed at once, or after a pause when it was entered before', () => {
    expect(requestConfirmation(newConfirmation, now).dueAt).toEqual(now);
    const before = { ...newConfirmation, attempts: 2, attemptedAt: minutes(-3), confirmedAt: minutes(-1) };
    expect(requestConfirmation(before, now)).toEqual({ ...before, dueAt: minutes(7), confirmedAt: null });
    expect(requestConfirmation({ ...before, attemptedAt: minutes(-11) }, now).dueAt).toEqual(now);
  });
});

describe('a requested confirmation mail', () => {
  const mailed = { ...newConfirmation, attempts: 1, attemptedAt: now };
  it.each([
    ['before the pause is over', mailed, minutes(4), { retryAfterSeconds: 60 }],
    ['after the pause', mailed, minutes(5), { ...mailed, dueAt: minutes(5) }],
    ['confirmed', { ...mailed, confirmedAt: now }, now, { ...mailed, confirmedAt: now }],
    ['waiting', { ...newConfirmation, dueAt: now }, minutes(1), { ...newConfirmation, dueAt: now }],
    ['an unknown address', newConfirmation, now, { ...newConfirmation, dueAt: now }],
  ])('is sent or refused: %s', (_case, confirmation, moment, expected) => {
    expect(requestAnotherMail(confirmation, moment)).toEqual(expected);
  });
});

describe('a lease of confirmation mails', () => {
  const due = { ...newConfirmation, dueAt: now };
  it.each([
    [
      'a due address, which is due again after the pause',
      due,
      { attempts: 1, attemptedAt: now, dueAt: minutes(5) },
    ],
    ['a tenth time, which is the last', { ...due, attempts: 9 }, { attempts: 10, dueAt: null }],
  ])('takes %s', (_case, confirmation, expected) => {
    expect(leaseConfirmation(confirmation, now)).toMatchObject(expected);
  });

  it.each([
    ['is not due', { ...due, dueAt: minutes(1) }],
    ['waits for no mail', newConfirmation],
    ['is confirmed', { ...due, confirmedAt: now }],
  ])('skips an address that %s', (_case, confirmation) => {
    expect(leaseConfirmation(confirmation, now)).toBeNull();
  });
});

it('the confirmation mail contains the link in its text and HTML parts', () => {
  const { subject, text, html } = confirmationMail('arcadia', 'https://tessera.example/c?token=1');
  expect(subject).toBe('Tessera: confirm your support address');
  expect(text).toContain('https://tessera.example/c?token=1\n');
  expect(html).toContain('href="https://tessera.example/c?token=1"');
});
