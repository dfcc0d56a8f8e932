import { createHash } from 'node:crypto';
import { escaped, pagePolicy, pageResponse } from '../../shell/page/web-page.ts';
import type { EmulatorResponse } from '../../shell/response.ts';
import type { User } from '../directory.ts';
import type { FailureBody } from '../failure.ts';

/** The form field with the chosen user. */
export const chosenUserField = '_emulator_user';

const style = `
main { max-width: 30rem; margin: 0 auto; padding: clamp(1rem, 8vh, 5rem) 1rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.5rem; }
p { margin: .25rem 0 1rem; } .faint, h2 { color: var(--faint); }
h2 { font-size: .85rem; font-weight: 600; margin: 1.25rem 0 .5rem; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem; }
section button { width: 100%; text-align: left; padding: .7rem 1rem; border-radius: 8px; color: inherit;
  border: 1px solid var(--line); background: transparent; }
section button:hover { border-color: var(--accent); background: color-mix(in srgb, var(--accent) 8%, transparent); }
section button span { display: block; overflow-wrap: anywhere; }
section button .faint { font-size: .875rem; }
dl { margin: 0; } dt { color: var(--faint); font-size: .85rem; } dd { margin: 0 0 .75rem; overflow-wrap: anywhere; }
footer { font-size: .85rem; color: var(--faint); margin-top: 1rem; }
`;

const footer = '<footer>An emulator of Entra ID. There are no passwords and no sessions.</footer>';

function page(status: number, title: string, section: string, policy = pagePolicy): EmulatorResponse {
  const body = `<main><section>${section}</section>${footer}</main>`;
  return pageResponse({ title, style, body, status, policy });
}

/** The user picker. It posts the choice to the same address, with the original request. */
export function pickerPage(
  applicationName: string,
  users: readonly User[],
  parameters: URLSearchParams,
): EmulatorResponse {
  const tenants = [...new Set(users.map(({ tenantId }) => tenantId))];
  const lists = tenants.map((tenantId) => {
    const buttons = users
      .filter((user) => user.tenantId === tenantId)
      .map(
        (user) => `<li><button name="${chosenUserField}" value="${escaped(`${tenantId} ${user.objectId}`)}">
<span>${escaped(user.name)}</span><span class="faint">${escaped(user.preferredUsername)}</span></button></li>`,
      );
    return `<h2>Tenant <code>${escaped(tenantId)}</code></h2><ul>${buttons.join('\n')}</ul>`;
  });
  const noUsers =
    '<p>The directory has no user who could. Register some with <code>/_emulator/users</code>.</p>';
  return page(
    200,
    'Who signs in?',
    `<h1>Who signs in?</h1><p class="faint">To ${escaped(applicationName)}</p>
<form method="post">${hiddenFields([...parameters].filter(([name]) => name !== chosenUserField))}
${lists.length > 0 ? lists.join('\n') : noUsers}</form>`,
  );
}

export function failurePage(status: number, failure: FailureBody): EmulatorResponse {
  const [sentence = ''] = failure.error_description.split('\r\n');
  const facts = [
    ['Error', failure.error],
    ['Trace ID', failure.trace_id],
    ['Correlation ID', failure.correlation_id],
    ['Timestamp', failure.timestamp],
  ].map(([name = '', value = '']) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`);
  return page(
    status,
    'Sign-in failed',
    `<h1>Sign-in failed</h1><p>${escaped(sentence)}</p><dl>${facts.join('')}</dl>`,
  );
}

export function signedOutPage(): EmulatorResponse {
  return page(200, 'Signed out', '<h1>Signed out</h1><p>You may close this page.</p>');
}

const submit = 'document.forms[0].submit()';
const submitHash = createHash('sha256').update(submit).digest('base64');

/** `form_post`: the browser posts the result to the application. */
export function formPostPage(
  address: string,
  parameters: readonly (readonly [string, string])[],
): EmulatorResponse {
  return page(
    200,
    'Signing in',
    `<h1>Signing in</h1><form method="post" action="${escaped(address)}">${hiddenFields(parameters)}
<button>Continue</button></form><script>${submit}</script>`,
    `${pagePolicy}; script-src 'sha256-${submitHash}'`,
  );
}

function hiddenFields(parameters: readonly (readonly [string, string])[]): string {
  return parameters
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
    .join('');
}
