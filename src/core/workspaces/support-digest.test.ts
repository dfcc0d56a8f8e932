import { describe, expect, it } from 'vitest';
import type { NoticeFacts, NoticeKind } from './notice-texts.ts';
import { type DigestGroup, digestMail as digestMailAt } from './support-digest.ts';

const portalUrl = 'https://tessera.example/portal/arcadia';
const now = new Date('2026-11-15T12:00:00.000Z');
const digestMail = (name: string, groups: readonly DigestGroup[]) =>
  digestMailAt(name, groups, portalUrl, now);

const group = (kind: NoticeKind, count: number, listed = Math.min(count, 20), more: NoticeFacts = {}) => ({
  kind,
  count,
  notices: Array.from({ length: listed }, (_, index) => ({
    kind,
    facts: { quantity: index + 1, reason: '<b>no</b>', ...more },
  })),
});
const until = (expiresAt: string) => ({ expiresAt });

describe('digestMail', () => {
  it.each([
    ['one kind', [group('UsageRejected', 2)], 'Tessera: Usage rejected by the marketplace (2)'],
    ['several', [group('UsageExpired', 2), group('UsageRejected', 3)], 'Tessera: 5 notices'],
    [
      'the deadline',
      [group('UsageRejected', 1, 1, until('2026-11-15T14:00:00.000Z'))],
      'Tessera: Usage rejected by the marketplace, report again until 2026-11-15 14:00 UTC',
    ],
    [
      'no deadline that has passed',
      [group('UsageRejected', 1, 1, until('2026-11-15T11:00:00.000Z'))],
      'Tessera: Usage rejected by the marketplace',
    ],
    [
      'the first deadline of several kinds',
      [
        group('UsageRejected', 1, 1, until('2026-11-15T16:00:00.000Z')),
        group('UsageExpiring', 1, 1, until('2026-11-15T14:00:00.000Z')),
      ],
      'Tessera: 2 notices, the first until 2026-11-15 14:00 UTC',
    ],
  ])('names %s in the subject', (_case, groups, subject) => {
    expect(digestMail('Arcadia', groups).subject).toBe(subject);
  });

  it('groups notices by kind with their remedy, in the order of the table', () => {
    const { text } = digestMail('Arcadia', [group('UsageExpired', 1), group('UsageRejected', 2)]);
    const lines = text.split('\n').filter((line) => /^(Usage|- |This)/.test(line));
    expect(lines.map((line) => line.slice(0, 20))).toEqual([
      'Usage rejected by th',
      'This usage is not bi',
      '- (not known): 1 of ',
      '- (not known): 2 of ',
      'Usage expired before',
      'This usage is not bi',
      '- (not known): 1 of ',
    ]);
  });

  it('counts notices of a kind that only a newer version has', () => {
    const { text } = digestMail('Arcadia', [
      group('OfNewerVersion' as NoticeKind, 1),
      group('UsageRejected', 2),
    ]);
    expect(text).toContain(
      'A notice from a newer version of the service\n--------------------------------------------\n\nRead it again',
    );
    expect(text).toContain('Usage rejected');
  });

  it('lists twenty notices of a kind and counts the rest', () => {
    const { text } = digestMail('Arcadia', [group('UsageRejected', 1_000, 30)]);
    expect(text.match(/^- /gm)).toHaveLength(20);
    expect(text).toContain('\nand 980 more\n');
    expect(digestMail('Arcadia', [group('UsageRejected', 20)]).text).not.toContain('more');
  });

  it('has no name in the subject, and escapes names and facts', () => {
    const { subject, html } = digestMail('A\r\nBcc: <x>', [group('UsageRejected', 1)]);
    expect(subject).toBe('Tessera: Usage rejected by the marketplace');
    expect(html).not.toMatch(/<b>|<x>/);
    expect(html).toContain('&#60;b&#62;no');
  });

  it('links each notice to its page, and the inbox', () => {
    const facts = {
      subscriptionId: 'f0000000-0000-4000-8000-000000000001',
      dimension: 'rows',
      hour: '2026-11-15T08:00:00.000Z',
      expiresAt: '2026-11-16T08:00:00.000Z',
      reportId: 'f0000000-0000-4000-8000-000000000002',
      mappingId: 'f0000000-0000-4000-8000-000000000003',
    };
    const kind = 'UsageRejected' as const;
    const { text, html } = digestMail('Arcadia', [{ kind, count: 1, notices: [{ kind, facts }] }]);
    expect(text).toContain(
      `\n  Report again: ${portalUrl}/usage?subscriptionId=${facts.subscriptionId}&dimension=rows`,
    );
    expect(text).toContain(`\n  Open plan mapping: ${portalUrl}/plan-mappings?mapping=${facts.mappingId}\n`);
    expect(text).toContain('\n  Report again until 2026-11-16 08:00 UTC.\n');
    expect(text).not.toContain('Open subscription');
    expect(text).toContain(`Open the inbox:\n${portalUrl}/inbox\n`);
    expect(html).toContain('>Report again</a>');
  });
});
