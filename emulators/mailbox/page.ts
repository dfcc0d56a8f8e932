import { escaped, pageResponse } from '../shell/page/web-page.ts';
import type { EmulatorResponse } from '../shell/response.ts';
import { type MailboxFault, refusalOf } from './faults.ts';
import type { ReceivedMail } from './received-mails.ts';

const style = `
body { max-width: 52rem; margin: 0 auto; padding: 1rem 1.5rem 3rem; }
header { border-bottom: 1px solid var(--line); margin-bottom: 1.5rem; } header p { margin: .25rem 0 1rem; color: var(--faint); }
article { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.25rem; margin: 0 0 1rem; }
h2 { font-size: 1.05rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 0; font-size: .9rem; color: var(--faint); }
dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 30rem; margin: 1rem 0 0; border: 1px solid var(--line); border-radius: 8px; resize: vertical; }
details { margin: 1rem 0 0; padding-top: .75rem; border-top: 1px solid var(--line); } summary { cursor: pointer; }
pre { font: .9rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; margin: .75rem 0 0; }
.fault { border-left: .25rem solid var(--warn); padding-left: .75rem; } .none { color: var(--faint); }
`;

/**
 * The received mails as a web page, with both parts of each. The HTML part is in a sandboxed frame: no script, no
 * remote content by the page's policy, and links open in a new tab.
 */
export function mailboxPage(
  mails: readonly ReceivedMail[],
  faults: readonly MailboxFault[],
  smtpUrl: string,
): EmulatorResponse {
  const count = mails.length === 1 ? 'One mail' : `${mails.length} mails, the newest first`;
  const body = `<header>
<h1>Mailbox emulator</h1>
<p>Takes every mail that is sent to <code>${escaped(smtpUrl)}</code> and delivers none. ${count};
<a href="/">reload</a>, or read <a href="/_emulator/mails">them as JSON</a>.</p>
</header>
<main>
${faults.map(renderFault).join('\n')}
${mails.length === 0 ? '<p class="none">No mail has come yet.</p>' : mails.map(renderMail).join('\n')}
</main>`;
  return pageResponse({ title: 'Mailbox emulator', style, body });
}

function renderFault(fault: MailboxFault): string {
  const { code, text } = refusalOf(fault);
  const recipient = fault.address ?? 'everybody';
  return `<p class="fault" role="status">Mail for ${escaped(recipient)} is refused: ${code} ${escaped(text)}.</p>`;
}

function renderMail({ subject, from, to, receivedAt, text, html }: ReceivedMail): string {
  const moment = receivedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
  const title = escaped(subject || '(no subject)');
  return `<article>
<h2>${title}</h2>
<dl>
<dt>To</dt><dd>${escaped(to.join(', '))}</dd>
<dt>From</dt><dd>${escaped(from)}</dd>
<dt>Received</dt><dd><time datetime="${escaped(receivedAt)}">${escaped(moment)}</time></dd>
</dl>
${html && renderHtml(html, title)}
<details${html ? '' : ' open'}><summary>Plain text</summary>
<pre>${escaped(text.trim() || '(It has no plain text.)')}</pre>
</details>
</article>`;
}

function renderHtml(html: string, title: string): string {
  const content = escaped(`<base target="_blank">${html}`);
  const sandbox = 'allow-popups allow-popups-to-escape-sandbox';
  return `<iframe title="HTML of: ${title}" loading="lazy" sandbox="${sandbox}" srcdoc="${content}"></iframe>`;
}
