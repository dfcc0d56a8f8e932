import { expect, it } from 'vitest';
import { atRiskMail, getsAtRiskMail, mailedWeek } from './at-risk-mail.ts';
import { memberRoles } from './member-role.ts';

it.each([
  ['2026-11-16T06:59:59.999Z', '2026-11-09'],
  ['2026-11-16T07:00:00Z', '2026-11-16'],
  ['2026-11-18T12:00:00Z', '2026-11-16'],
  ['2026-11-23T06:59:00Z', '2026-11-16'],
  ['2027-01-04T07:00:00Z', '2027-01-04'],
])('the week of %s began on %s', (now, monday) => {
  expect(mailedWeek(new Date(now))).toBe(monday);
});

it('only administrators get the mail, unless a member has chosen', () => {
  const getting = (chosen: boolean | null) => memberRoles.filter((role) => getsAtRiskMail({ role, chosen }));
  expect(getting(null)).toEqual(['Partner administrator']);
  expect(getting(true)).toEqual(memberRoles);
  expect(getting(false)).toEqual([]);
});

it('names each customer with its reasons, their ends and where to act', () => {
  const link = { label: 'Open subscription', path: 'subscriptions/1' };
  const risks = [{ text: 'Aqueduct: a trial of Standard.', until: new Date('2026-12-01T00:00:00Z'), link }];
  const customers = [
    { tenantId: 't-1', name: 'Contoso\n<b>', risks },
    { tenantId: 't-2', name: null, risks: [{ text: 'Aqueduct: no call for 20 days.', until: null, link }] },
  ];
  const url = 'https://tessera.example/portal/arcadia';
  const mail = atRiskMail('Arcadia', { count: 22, customers }, url);
  expect(mail.subject).toBe('Tessera: 22 customers at risk');
  expect(mail.text).toBe(`Arcadia: 22 customers at risk

Contoso <b>
-----------

- Aqueduct: a trial of Standard.
  Ends on 2026-12-01
  Open subscription: ${url}/subscriptions/1

t-2
---

- Aqueduct: no call for 20 days.
  Open subscription: ${url}/subscriptions/1

and 20 more

Open the customers at risk:
${url}/customers?atRisk=Any

You get this mail once a week if a customer is at risk. Switch it off at ${url}/settings/notifications
`);
  expect(mail.html).not.toContain('<b>');
  expect(atRiskMail('Arcadia', { count: 1, customers: customers.slice(0, 1) }, url).subject).toBe(
    'Tessera: 1 customer at risk',
  );
});
