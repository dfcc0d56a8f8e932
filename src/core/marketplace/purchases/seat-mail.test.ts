import { describe, expect, it } from 'vitest';
import { addressesToMail, maxSeatMails, seatMail, seatMailLink } from './seat-mail.ts';

const tenantId = 'b1000000-0000-4000-8000-000000000001';
const other = 'b1000000-0000-4000-8000-000000000002';
const ada = { tenantId, username: 'Ada@Contoso.example', isGuest: false };
const bert = 'bert@contoso.example';

describe('addressesToMail', () => {
  const facts = { giver: ada, tenantId, mailed: new Set<string>(), mailsOfTenant: 0 };
  it.each<[string, readonly string[], Partial<typeof facts>, readonly string[]]>([
    ['a colleague is mailed', [bert], {}, [bert]],
    ['not twice', [bert], { mailed: new Set([bert]) }, []],
    ['no stranger', ['victim@elsewhere.example', 'x@sub.contoso.example'], {}, []],
    ['no address that only ends like the domain', ['x@notcontoso.example'], {}, []],
    ['nobody for a guest', [bert], { giver: { ...ada, isGuest: true } }, []],
    ['nobody for a reseller', [bert], { giver: { ...ada, tenantId: other } }, []],
    ['nobody for a user name without a domain', ['x@ada'], { giver: { ...ada, username: 'ada' } }, []],
    [
      'nobody for a user name that is no address',
      [bert],
      { giver: { ...ada, username: 'See evil.example now@contoso.example' } },
      [],
    ],
    ['no user name in another script', ['беа@contoso.example'], {}, []],
    ['no header', ['a\r\nbcc:x@contoso.example', 'a,b@contoso.example'], {}, []],
    [
      'the last mails of a day',
      ['a@contoso.example', bert],
      { mailsOfTenant: maxSeatMails - 1 },
      ['a@contoso.example'],
    ],
    ['no more than those', [bert], { mailsOfTenant: maxSeatMails + 5 }, []],
  ])('%s', (_case, addresses, changes, expected) => {
    expect(addressesToMail(addresses, { ...facts, ...changes })).toEqual(expected);
  });
});

const seat = {
  address: bert,
  productName: 'Forum & <Friends>',
  planName: 'Team',
  seller: 'Arcadia',
  givenBy: 'ada@contoso.example',
  link: 'https://tessera.example/account/1/subscriptions/2',
  applicationUrl: 'https://forum.example/start',
};

it('names the product, the giver and the account, and links to the page that accepts the seat', () => {
  const { subject, text, html } = seatMail(seat);
  expect(subject).toBe('You have a seat in Forum & <Friends>');
  expect(text).toContain('ada@contoso.example reserved a seat in Forum & <Friends> for you.');
  expect(text).toContain(`Accept your seat:\n${seat.link}`);
  expect(text).toContain('Then open Forum & <Friends> at https://forum.example/start');
  expect(html).not.toContain('<Friends>');
  expect(seatMail({ ...seat, applicationUrl: null }).text).not.toContain('Then open');
});

it('is a link for the mail program of the giver, from which no field can escape', () => {
  const address = 'bert+1&bcc=x@contoso.example';
  const link = new URL(seatMailLink({ ...seat, address }));
  expect(link.protocol).toBe('mailto:');
  expect(decodeURIComponent(link.pathname)).toBe(address);
  expect([...link.searchParams.keys()]).toEqual(['subject', 'body']);
  expect(link.searchParams.get('body')).toContain(seat.link);
  expect(link.href).not.toContain('+');
});
