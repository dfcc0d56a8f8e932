import { escaped } from './web-page.ts';

/** Text that is HTML already. */
export interface Markup {
  readonly html: string;
}

const htmlOf = (cell: string | Markup) => (typeof cell === 'string' ? escaped(cell) : cell.html);

/** A heading that starts with `#` stands over numbers. */
export function table(headings: readonly string[], rows: readonly (readonly (string | Markup)[])[]): string {
  if (rows.length === 0) return '<p class="none">None.</p>';
  const kinds = headings.map((heading) => (heading.startsWith('#') ? ' class="number"' : ''));
  const head = headings
    .map((heading, column) => `<th scope="col"${kinds[column]}>${escaped(heading.replace('#', ''))}</th>`)
    .join('');
  const cells = rows.map((row) =>
    row.map((cell, column) => `<td${kinds[column]}>${htmlOf(cell)}</td>`).join(''),
  );
  return `<div class="wide" tabindex="0"><table><thead><tr>${head}</tr></thead>
<tbody>${cells.map((row) => `<tr>${row}</tr>`).join('\n')}</tbody></table></div>`;
}

export interface Form {
  /** The path after `/_emulator/`. */
  readonly command: string;
  readonly button: string;
  /** HTML before the button. */
  readonly fields?: string;
  readonly hidden?: Readonly<Record<string, string>>;
  /** The fragment of the page to return to. */
  readonly back: string;
  /** The button's accessible name, where its text alone is ambiguous. */
  readonly label?: string;
  readonly look?: 'main' | 'danger';
}

/** A form without script: the command is carried out, then the page is shown again. */
export function form({ command, button, fields = '', hidden = {}, back, label, look }: Form): string {
  const inputs = Object.entries({ back, ...hidden }).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  const spoken = label === undefined ? '' : ` aria-label="${escaped(label)}"`;
  return `<form method="post" action="/page/${escaped(command)}">${inputs.join('')}${fields}
<button${look ? ` class="${look}"` : ''}${spoken}>${escaped(button)}</button></form>`;
}

export interface Choice {
  readonly value: string;
  readonly text: string;
}

/** `attributes` is HTML. */
export function select(
  name: string,
  label: string,
  choices: readonly Choice[],
  chosen?: string,
  attributes = '',
): string {
  const options = choices.map(
    ({ value, text }) =>
      `<option value="${escaped(value)}"${value === chosen ? ' selected' : ''}>${escaped(text)}</option>`,
  );
  return `<label>${escaped(label)} <select name="${escaped(name)}" ${attributes}>${options.join('')}</select></label>`;
}

/** `attributes` is HTML. */
export function input(name: string, label: string, attributes = ''): string {
  return `<label>${escaped(label)} <input name="${escaped(name)}" ${attributes}></label>`;
}

/** Collapsed by default. */
export function fold(summary: string, content: string): string {
  return `<details><summary>${escaped(summary)}</summary>${content}</details>`;
}

export function minute(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}
