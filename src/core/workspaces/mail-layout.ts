/** One part of a mail's body, from top to bottom. */
export type MailBlock =
  | { readonly kind: 'text'; readonly text: string }
  /** A less important paragraph, such as who else may ignore the mail. */
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [name: string, value: string])[] }
  | { readonly kind: 'list'; readonly items: readonly MailListItem[] }
  /** The mail's main link: a button, and the address under it for clients that show no buttons. */
  | { readonly kind: 'button'; readonly label: string; readonly url: string };

interface MailListItem {
  readonly title: string;
  /** Each on a line of its own. */
  readonly lines: readonly string[];
  readonly links: readonly { readonly label: string; readonly url: string }[];
}

export interface MailContent {
  /** The subject, and the title of the HTML page. */
  readonly subject: string;
  readonly title: string;
  readonly blocks: readonly MailBlock[];
}

/** The two alternatives of one mail, with the same content. */
export interface LaidOutMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Lays out a mail as plain text and as HTML. The HTML has no images, scripts or tracking, and no tables. Colours of the
 * light scheme are inline, for clients that drop the style sheet; the style sheet has those of the dark scheme.
 */
export function layOutMail({ subject, title, blocks }: MailContent): LaidOutMail {
  const text = `${[title, ...blocks.map(textOf)].join('\n\n')}\n`;
  const body = [tag('h1', title), ...blocks.map(htmlOf)].join('\n');
  return { subject, text, html: documentOf(subject, body) };
}

function textOf(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text;
    case 'heading':
      return `${block.text}\n${'-'.repeat(Math.min(block.text.length, 72))}`;
    case 'facts':
      return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
    case 'list':
      return block.items
        .map(({ title, lines, links }) =>
          [`- ${title}`, ...lines, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n  '),
        )
        .join('\n\n');
    case 'button':
      return `${block.label}:\n${block.url}`;
  }
}

function htmlOf(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return tag('p', block.text);
    case 'note':
      return tag('note', block.text);
    case 'heading':
      return tag('h2', block.text);
    case 'facts':
      return block.facts
        .map(([name, value]) => `${open('fact')}${tag('name', name)}<br>${escaped(value)}</p>`)
        .join('\n');
    case 'list':
      return `${open('ul')}\n${block.items.map(itemOf).join('\n')}\n</ul>`;
    case 'button':
      return [
        `${open('action')}${anchor('button', block.url, block.label)}</p>`,
        `${open('note')}Or open this address:<br>${anchor('a', block.url, block.url)}</p>`,
      ].join('\n');
  }
}

function itemOf({ title, lines, links }: MailListItem): string {
  const anchors = links.map(({ label, url }) => anchor('a', url, label));
  const rest = [...lines.map(escaped), ...(anchors.length > 0 ? [anchors.join(' · ')] : [])];
  return `${open('li')}${[`<strong>${escaped(title)}</strong>`, ...rest].join('<br>')}</li>`;
}

/** Each part's element, its inline style and, if it has colours, its class in the dark scheme. */
const parts = {
  h1: { element: 'h1', style: 'margin: 0 0 16px; font-size: 22px; line-height: 1.3' },
  h2: { element: 'h2', style: 'margin: 28px 0 8px; font-size: 17px; line-height: 1.35' },
  p: { element: 'p', style: 'margin: 0 0 16px' },
  note: { element: 'p', style: 'margin: 0 0 16px; font-size: 14px; color: #555c66', dark: 'note' },
  fact: { element: 'p', style: 'margin: 0 0 10px' },
  action: { element: 'p', style: 'margin: 20px 0 16px' },
  name: { element: 'span', style: 'font-size: 14px; color: #555c66', dark: 'note' },
  ul: { element: 'ul', style: 'margin: 0 0 16px; padding: 0 0 0 20px' },
  li: { element: 'li', style: 'margin: 0 0 10px' },
  a: { element: 'a', style: 'color: #1f5fbf', dark: 'link' },
  button: {
    element: 'a',
    style:
      'display: inline-block; padding: 12px 20px; border-radius: 8px; background: #1f5fbf; color: #ffffff; ' +
      'font-weight: 600; text-decoration: none',
    dark: 'button',
  },
} as const satisfies Record<string, { element: string; style: string; dark?: string }>;

type Part = keyof typeof parts;

function open(part: Part, attributes = ''): string {
  const { element, style, ...more } = parts[part];
  const className = 'dark' in more ? ` class="${more.dark}"` : '';
  return `<${element}${className} style="${style}"${attributes}>`;
}

function tag(part: Part, text: string): string {
  return `${open(part)}${escaped(text)}</${parts[part].element}>`;
}

function anchor(part: 'a' | 'button', url: string, text: string): string {
  return `${open(part, ` href="${escaped(url)}"`)}${escaped(text)}</a>`;
}

const darkStyle = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background: #14171b !important; color: #eceef1 !important; }
  .paper { background: #1d2127 !important; border-color: #353b44 !important; }
  .note { color: #aab2bd !important; }
  .link { color: #8ab8ff !important; }
  .button { background: #8ab8ff !important; color: #0c1f3a !important; }
}`;

const groundStyle =
  'margin: 0; padding: 16px 12px; background: #f4f3ef; color: #1d2126; ' +
  "font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; overflow-wrap: anywhere";
const paperStyle =
  'max-width: 600px; margin: 0 auto; padding: 24px; background: #ffffff; border: 1px solid #dcdad3; border-radius: 12px';

function documentOf(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(title)}</title>
<style>
${darkStyle}
</style>
</head>
<body class="ground" style="${groundStyle}">
<div class="paper" style="${paperStyle}">
${body}
</div>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
