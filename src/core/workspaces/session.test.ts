import { expect, it } from 'vitest';
import {
  idleTimeout,
  isBearerText,
  isLastSeenDue,
  isSessionAlive,
  makeBearerText,
  maxSessionAge,
  sessionEnd,
} from './session.ts';

const start = new Date('2026-11-15T09:00:00.000Z').getTime();
const at = (milliseconds: number) => new Date(start + milliseconds);
const minute = 60_000;

it.each([
  ['at once', 0, null, 0, true],
  ['a moment before an idle hour is over', 0, null, idleTimeout - 1, true],
  ['after an idle hour', 0, null, idleTimeout, false],
  ['seen again since', 30 * minute, null, idleTimeout, true],
  ['busy until a moment before 12 hours are over', maxSessionAge - 1, null, maxSessionAge - 1, true],
  ['busy for 12 hours', maxSessionAge - 1, null, maxSessionAge, false],
  ['revoked', 0, 1, 1, false],
])('a session is valid or not: %s', (_, lastSeen, revoked, now, expected) => {
  const revokedAt = revoked === null ? null : at(revoked);
  const session = { createdAt: at(0), lastSeenAt: at(lastSeen), revokedAt };
  expect(isSessionAlive(session, at(now))).toBe(expected);
});

it('a session ends an hour after the last request and 12 hours after sign-in', () => {
  expect(sessionEnd({ createdAt: at(0), lastSeenAt: at(minute) })).toEqual(at(61 * minute));
  expect(sessionEnd({ createdAt: at(0), lastSeenAt: at(maxSessionAge - 1) })).toEqual(at(maxSessionAge));
});

it("a session's last request is stored once a minute", () => {
  expect(isLastSeenDue({ lastSeenAt: at(0) }, at(minute - 1))).toBe(false);
  expect(isLastSeenDue({ lastSeenAt: at(0) }, at(minute))).toBe(true);
});

it('a session text is recognised by its format', () => {
  const text = makeBearerText((count) => new Uint8Array(count).fill(171));
  expect(text).toBe('ab'.repeat(32));
  expect(isBearerText(text)).toBe(true);
  for (const other of ['', 'ab', `${text}0`, text.toUpperCase()]) expect(isBearerText(other)).toBe(false);
});
