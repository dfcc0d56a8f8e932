import { expect, it } from 'vitest';
import { type AlertedUse, alertMail, alertMailFacts, alertMailKey } from './alert-mail.ts';

const period = { start: new Date('2026-11-01T09:00:00Z'), end: new Date('2026-12-01T09:00:00Z') };
const included: AlertedUse = {
  subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8',
  usage: { dimension: 'calls', period, threshold: 80, used: 85, included: 100 },
};
const limited: AlertedUse = {
  ...included,
  usage: { ...included.usage, included: null, limit: 90, subject: 'agent-7' },
};
const dimension = {
  seller: 'Arcadia',
  productName: 'Aqueduct',
  planName: 'Standard',
  name: 'API calls',
  unit: 'call',
  link: 'https://tessera.example/account/1',
};
const textOf = (use: AlertedUse) => {
  const facts = alertMailFacts(use);
  return facts && alertMail(facts, dimension);
};

it('says what is used of the included quantity, or of a limit and its subject', () => {
  const mail = textOf(included);
  expect(mail?.subject).toBe('Aqueduct: 80 % of the included quantity is used');
  expect(mail?.text).toContain('85 of 100 calls');
  expect(mail?.text).toContain('2026-12-01 09:00 UTC');
  const ofLimit = textOf(limited);
  expect(ofLimit?.subject).toBe('Aqueduct: 80 % of the usage limit is used');
  expect(ofLimit?.text).toContain('agent-7');
  expect(ofLimit?.text).toContain('85 of 90 calls');
});

it('no mail without a threshold, or with nothing to compare with', () => {
  const { threshold: _, ...closed } = included.usage;
  expect(alertMailFacts({ ...included, usage: closed })).toBeNull();
  expect(alertMailFacts({ ...included, usage: { ...included.usage, included: null } })).toBeNull();
});

it('has a key for each threshold, period, subject, and quantity that it is compared with', () => {
  const later = { start: period.end, end: null };
  const uses = [
    included,
    limited,
    { ...included, usage: { ...included.usage, threshold: 100 } },
    { ...included, usage: { ...included.usage, period: later } },
    { ...limited, usage: { ...limited.usage, subject: 'agent-8' } },
  ];
  expect(new Set(uses.map(alertMailKey)).size).toBe(uses.length);
});
