import type { EmulatorResponse } from '../response.ts';

export interface WebPage {
  readonly title: string;
  /** HTML. */
  readonly body: string;
  /** CSS added to the common style. */
  readonly style?: string;
  readonly status?: number;
  /** The `Content-Security-Policy`, where a page needs another than `pagePolicy`. */
  readonly policy?: string;
}

/** Allows nothing from another origin, and no script. */
export const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'";

const commonStyle = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1b1f24, #e8eaed); --faint: light-dark(#57606a, #a3abb5); --paper: light-dark(#f5f6f8, #14171b);
  --card: light-dark(#fff, #1d2126); --line: light-dark(#d5d9df, #373d45); --accent: light-dark(#0b57d0, #8ab4f8);
  --on-accent: light-dark(#fff, #10131a); --good: light-dark(#0f6b36, #6fd296); --bad: light-dark(#a61b1b, #ff9a93);
  --warn: light-dark(#7a4b00, #f0c060);
}
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; }
a { color: var(--accent); }
code { font-size: .9em; overflow-wrap: anywhere; }
button { font: inherit; cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

export function pageResponse({
  title,
  body,
  style = '',
  status = 200,
  policy = pagePolicy,
}: WebPage): EmulatorResponse {
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${commonStyle}${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
  return { status, text, headers: { 'content-security-policy': policy, 'cache-control': 'no-store' } };
}

export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
