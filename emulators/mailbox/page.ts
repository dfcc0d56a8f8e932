import type { ReceivedMail } from './received-mails.ts';
import { replyOf, type Trouble } from './trouble.ts';

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent);
  --faint: color-mix(in srgb, currentColor 68%, transparent); --card: color-mix(in srgb, currentColor 4%, transparent); }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 0 auto; padding: 1rem 1.5rem 3rem; }
header { border-bottom: 1px solid var(--line); margin-bottom: 1.5rem; }
h1 { font-size: 1.4rem; margin: 1rem 0 .25rem; } header p { margin: .25rem 0 1rem; color: var(--faint); }
article { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem 1.25rem; margin: 0 0 1rem; }
h2 { font-size: 1.05rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 0; font-size: .9rem; color: var(--faint); }
dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
pre { font: .9rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; margin: 1rem 0 0;
  padding-top: 1rem; border-top: 1px solid var(--line); }
.trouble { border-left: .25rem solid; padding-left: .75rem; } .none { color: var(--faint); }
code { font-size: .9em; }
`;

/** What has come, for somebody with a browser. A mail's text is shown; its HTML never. */
export function renderPage(
  mails: readonly ReceivedMail[],
  troubles: readonly Trouble[],
  smtpUrl: string,
): string {
  const count = mails.length === 1 ? 'One mail' : `${mails.length} mails, the newest first`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox emulator</title>
<style>${style}</style></head>
<body>
<header>
<h1>Mailbox emulator</h1>
<p>Takes every mail that is sent to <code>${escaped(smtpUrl)}</code> and brings it nowhere. ${count};
<a href="/">look again</a>, or read <a href="/_emulator/mails">them as JSON</a>.</p>
</header>
<main>
${troubles.map(renderTrouble).join('\n')}
${mails.length === 0 ? '<p class="none">No mail has come yet.</p>' : mails.map(renderMail).join('\n')}
</main>
</body>
</html>
`;
}

function renderTrouble(trouble: Trouble): string {
  const { code, text } = replyOf(trouble);
  const whom = trouble.address ?? 'everybody';
  return `<p class="trouble" role="status">Mail for ${escaped(whom)} is turned away: ${code} ${escaped(text)}.</p>`;
}

function renderMail({ subject, from, to, receivedAt, text }: ReceivedMail): string {
  const moment = receivedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
  return `<article>
<h2>${escaped(subject || '(no subject)')}</h2>
<dl>
<dt>To</dt><dd>${escaped(to.join(', '))}</dd>
<dt>From</dt><dd>${escaped(from)}</dd>
<dt>Received</dt><dd><time datetime="${escaped(receivedAt)}">${escaped(moment)}</time></dd>
</dl>
<pre>${escaped(text.trim() || '(It has no plain text.)')}</pre>
</article>`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
