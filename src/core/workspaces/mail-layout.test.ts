import { expect, it } from 'vitest';
import { layOutMail, type MailBlock } from './mail-layout.ts';

const url = 'https://tessera.example/portal/arcadia?a=1&b=2';
const bodyOf = (html: string) => /<body.*<\/body>/s.exec(html)?.[0] ?? '';
const shown = (html: string) =>
  bodyOf(html)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const cases: readonly (readonly [MailBlock, text: string, html: string])[] = [
  [{ kind: 'text', text: 'One & two' }, 'One & two', 'One &#38; two'],
  [{ kind: 'note', text: '"Quoted"' }, '"Quoted"', '&#34;Quoted&#34;'],
  [{ kind: 'heading', text: 'Usage' }, 'Usage\n-----', 'Usage'],
  [
    {
      kind: 'facts',
      facts: [
        ['Role', 'Viewer'],
        ['Until', '<b>'],
      ],
    },
    'Role: Viewer\nUntil: <b>',
    'Role Viewer Until &#60;b&#62;',
  ],
  [
    {
      kind: 'list',
      items: [
        { title: 'First', lines: ['Its cause.'], links: [{ label: 'Open', url }] },
        { title: 'Second', lines: [], links: [] },
      ],
    },
    `- First\n  Its cause.\n  Open: ${url}\n\n- Second`,
    'First Its cause. Open Second',
  ],
  [
    { kind: 'button', label: 'Sign in', url },
    `Sign in:\n${url}`,
    `Sign in Or open this address: ${url.replace('&', '&#38;')}`,
  ],
];

it.each(cases)('lays out %j in both alternatives', (block, text, html) => {
  const mail = layOutMail({ subject: 'Subject', title: 'Title', blocks: [block] });
  expect([mail.subject, mail.text]).toEqual(['Subject', `Title\n\n${text}\n`]);
  expect(shown(mail.html)).toBe(`Title ${html}`);
});

it('links the button and the address under it, and escapes every value', () => {
  const evil = `'"><script>alert(1)</script>`;
  const { html } = layOutMail({
    subject: evil,
    title: evil,
    blocks: [
      { kind: 'text', text: evil },
      { kind: 'note', text: evil },
      { kind: 'heading', text: evil },
      { kind: 'facts', facts: [[evil, evil]] },
      { kind: 'list', items: [{ title: evil, lines: [evil], links: [{ label: evil, url: evil }] }] },
      { kind: 'button', label: evil, url: evil },
    ],
  });
  expect(html).not.toContain('<script');
  expect(html).not.toContain(`'"`);
  const { html: linked } = layOutMail({
    subject: 'S',
    title: 'T',
    blocks: [{ kind: 'button', label: 'Sign in', url }],
  });
  expect(linked.match(/href="https:\/\/tessera\.example\/portal\/arcadia\?a=1&#38;b=2"/g)).toHaveLength(2);
});

it('has a dark scheme, and neither images nor tables', () => {
  const { html } = layOutMail({ subject: 'S', title: 'T', blocks: [] });
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('prefers-color-scheme: dark');
  expect(html).not.toMatch(/<(img|table|script|link)\b|url\(|@import/);
});
