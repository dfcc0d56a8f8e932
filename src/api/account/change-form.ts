import { type Html, html } from '../pages/html.ts';
import type { AccountVisit } from './account-visit.ts';

/** A form that changes something. In a view its fields are shown, disabled, and there is no form that could be sent. */
export function changeForm(
  visit: AccountVisit,
  path: string,
  content: Html,
  { kind = '', sendsFile = false } = {},
): Html {
  if (visit.view) return html`<fieldset disabled class="${kind}">${content}</fieldset>`;
  const enctype = sendsFile && html` enctype="multipart/form-data"`;
  return html`<form method="post" action="${visit.url}${path}" class="${kind}"${enctype}>
      <input type="hidden" name="form" value="${visit.form}">
      ${content}
    </form>`;
}

interface Removal {
  readonly path: string;
  readonly field: string;
  readonly value: string;
  /** The opening link and the button, such as `Release` and `the seat`. */
  readonly verb: string;
  readonly noun: string;
  readonly of: string;
  readonly warning: string;
  /** Below the warning. */
  readonly fields?: Html;
}

/** Opens before it acts, so that one wrong tap takes nobody's access. */
export function removalForm(
  visit: AccountVisit,
  { path, field, value, verb, noun, of, warning, fields }: Removal,
): Html {
  const content = html`<input type="hidden" name="${field}" value="${value}">
        <p>${warning}</p>
        ${fields}
        <p class="actions"><button class="button" type="submit">${verb} ${noun}<span class="hidden"> ${of}</span></button></p>`;
  return html`<details>
      <summary>${verb}<span class="hidden"> ${noun} ${of}</span></summary>
      ${changeForm(visit, path, content)}
    </details>`;
}
