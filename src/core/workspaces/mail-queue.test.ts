import { describe, expect, it } from 'vitest';
import {
  leaseMail,
  type MailKind,
  mailState,
  nextMailAt,
  type QueuedMail,
  queueMail,
  settleMail,
} from './mail-queue.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const day = 24 * 60;
const [a, b] = ['a@x.example', 'b@x.example'];
const facts = {
  SupportDigest: {},
  AddressConfirmation: {},
  Invitation: { memberId: 'm1', invitedBy: null },
  ReservedSeat: { subscriptionId: 's1', address: a, givenBy: b, connectionId: 'c1' },
  CustomersAtRisk: { memberId: 'm1' },
  UsageAlert: {
    subscriptionId: 's1',
    dimension: 'calls',
    threshold: 80,
    used: 8,
    quantity: 10,
    of: 'Included',
    subject: null,
    end: null,
  },
} as const;
const kinds = Object.keys(facts) as MailKind[];
const toStrangers = kinds.filter((kind) => kind !== 'SupportDigest');
const newMail = (kind: MailKind) =>
  ({ workspaceId: 'w1', mailId: 'd1', kind, key: 'k1', facts: facts[kind], recipients: [a, b] }) as const;
const queued = (kind: MailKind) => queueMail(newMail(kind), now);

function leased(mail: QueuedMail, at = now): QueuedMail {
  const taken = leaseMail(mail, at);
  if (!taken) throw new Error('The mail cannot be leased');
  return taken;
}

it.each([
  [0, null],
  [1, minutes(5)],
  [2, minutes(10)],
  [5, minutes(80)],
  [9, minutes(1_280)],
  [10, minutes(1_440)],
  [1_000_000, minutes(1_440)],
])('after %i mails the next may be sent at %s', (attempts, expected) => {
  expect(nextMailAt({ attempts, attemptedAt: attempts === 0 ? null : now })).toEqual(expected);
});

it.each([
  ['at once', undefined, now],
  ['after the back-off', { attempts: 1, attemptedAt: now }, minutes(5)],
  ['after a longer back-off', { attempts: 2, attemptedAt: minutes(-3) }, minutes(7)],
  ['at once, when the back-off is over', { attempts: 2, attemptedAt: minutes(-11) }, now],
])('a mail is queued %s', (_case, earlier, dueAt) => {
  const mail = queueMail(newMail('Invitation'), now, earlier);
  const { attempts, attemptedAt } = earlier ?? { attempts: 0, attemptedAt: null };
  expect(mail).toEqual({
    ...newMail('Invitation'),
    queuedAt: now,
    dueAt,
    attempts,
    attemptedAt,
    leasedUntil: null,
    sentAt: null,
  });
});

describe.each(kinds)('the lease of a mail of kind %s', (kind) => {
  const mail = queued(kind);
  it.each([
    ['a new one', mail, now, true],
    ['one that is not due', { ...mail, dueAt: minutes(1) }, now, false],
    ['one that another worker has', leased(mail), minutes(1), false],
    ['one that is not queued', { ...mail, dueAt: null }, now, false],
  ])('takes or skips %s', (_case, row, at, isTaken) => {
    expect(leaseMail(row, at) !== null).toBe(isTaken);
  });

  it('is taken over when its worker has died: of a digest at its end, of other mails after the back-off', () => {
    const due = kind === 'SupportDigest' ? 2 : 5;
    expect(leaseMail(leased(mail), minutes(due - 1))).toBeNull();
    expect(leaseMail(leased(mail), minutes(due))).toMatchObject({
      attempts: 2,
      attemptedAt: minutes(due),
      leasedUntil: minutes(due + 2),
    });
  });
});

it.each(toStrangers)('the tenth attempt of a mail of kind %s is the last', (kind) => {
  expect(leaseMail({ ...queued(kind), attempts: 8 }, now)).toMatchObject({ dueAt: minutes(1_280) });
  expect(leaseMail({ ...queued(kind), attempts: 9 }, now)).toMatchObject({ attempts: 10, dueAt: null });
});

const unreachable = { taken: [], refused: [], failure: 'The mail server is unreachable.' };

describe.each(kinds)('a response to a mail of kind %s', (kind) => {
  it.each([
    ['all accepted it', { taken: [a, b], refused: [], failure: null }, [], true, true],
    ['one refused it', { taken: [a], refused: [b], failure: 'no' }, [], true, true],
    ['all refused it', { taken: [], refused: [a, b], failure: 'no' }, [], false, true],
    ['one may accept it later', { taken: [a], refused: [], failure: 'later' }, [b], true, false],
    ['nobody was reached', unreachable, [a, b], false, false],
  ])('is applied: %s', (_case, answer, recipients, isSent, isEnded) => {
    const settled = settleMail(leased(queued(kind)), 1, answer, now, 0);
    expect(settled?.recipients).toEqual(recipients);
    expect([settled?.sentAt !== null, settled?.dueAt === null]).toEqual([isSent, isEnded]);
    expect(settled?.leasedUntil).toBeNull();
  });

  it('is ignored after another worker has leased or settled the mail, or it was queued again', () => {
    const second = leased(leased(queued(kind)), minutes(5));
    expect(settleMail(second, 1, unreachable, minutes(5), 0)).toBeNull();
    const settled = settleMail(second, 2, unreachable, minutes(5), 0);
    expect(settled && settleMail(settled, 2, unreachable, minutes(5), 0)).toBeNull();
    expect(settleMail(queueMail(newMail(kind), now, second), 2, unreachable, minutes(5), 0)).toBeNull();
  });
});

describe('a digest', () => {
  it('is retried with a back-off of up to an hour', () => {
    let digest = queued('SupportDigest');
    const pauses: number[] = [];
    for (let time = 1; time <= 9; time++) {
      const at = digest.dueAt ?? now;
      digest = settleMail(leased(digest, at), time, unreachable, at, 0.999) ?? digest;
      pauses.push(Math.round(((digest.dueAt?.getTime() ?? 0) - at.getTime()) / 60_000));
    }
    expect(pauses).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('is given up after five days', () => {
    const late = leased(queued('SupportDigest'), minutes(5 * day));
    expect(settleMail(late, 1, unreachable, minutes(5 * day), 0)?.dueAt).toBeNull();
    expect(settleMail(late, 1, unreachable, minutes(5 * day - 1), 0)?.dueAt).not.toBeNull();
  });
});

it.each([
  ['None', undefined],
  ['None', { ...queued('Invitation'), dueAt: null }],
  ['Queued', queued('Invitation')],
  ['Sent', { ...leased(queued('Invitation')), sentAt: now }],
  ['Failed', { ...leased(queued('Invitation')), dueAt: null }],
])('a mail has the state %s', (state, mail) => {
  expect(mailState(mail)).toBe(state);
});
