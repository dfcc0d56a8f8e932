import { describe, expect, it } from 'vitest';
import type { NoticeKind } from './notice-texts.ts';
import { type DigestGroup, digestMail as digestMailAt } from './support-digest.ts';

const portalUrl = 'https://tessera.example/portal/arcadia';
const digestMail = (name: string, groups: readonly DigestGroup[]) => digestMailAt(name, groups, portalUrl);

const group = (kind: NoticeKind, count: number, listed = Math.min(count, 20)) => ({
  kind,
  count,
  notices: Array.from({ length: listed }, (_, index) => ({
    kind,
    facts: { quantity: index + 1, reason: '<b>no</b>' },
  })),
});

describe('digestMail', () => {
  it.each([
    ['one kind', [group('UsageRejected', 2)], 'Tessera: Usage rejected by the marketplace (2)'],
    ['several', [group('UsageExpired', 2), group('UsageRejected', 3)], 'Tessera: 5 notices'],
  ])('names %s in the subject', (_case, groups, subject) => {
    expect(digestMail('Arcadia', groups).subject).toBe(subject);
  });

  it('groups notices by kind with their remedy, in the order of the table', () => {
    const { text } = digestMail('Arcadia', [group('UsageExpired', 1), group('UsageRejected', 2)]);
    const lines = text.split('\n').filter((line) => /^(Usage|- |What)/.test(line));
    expect(lines.map((line) => line.slice(0, 12))).toEqual([
      'Usage reject',
      '- 1 of (not ',
      '- 2 of (not ',
      'What to do: ',
      'Usage expire',
      '- 1 of (not ',
      'What to do: ',
    ]);
  });

  it('counts notices of a kind that only a newer version has', () => {
    const { text } = digestMail('Arcadia', [
      group('OfNewerVersion' as NoticeKind, 1),
      group('UsageRejected', 2),
    ]);
    expect(text).toContain(
      'A notice from a newer version of the service\n--------------------------------------------\n\n- This version of the service cannot show its text.',
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
    };
    const kind = 'UsageRejected' as const;
    const { text, html } = digestMail('Arcadia', [{ kind, count: 1, notices: [{ kind, facts }] }]);
    expect(text).toContain(
      `\n  Open this report: ${portalUrl}/usage?subscriptionId=${facts.subscriptionId}&dimension=rows`,
    );
    expect(text).toContain(`Open the inbox:\n${portalUrl}/inbox\n`);
    expect(html).toContain('>Open this report</a>');
  });
});
