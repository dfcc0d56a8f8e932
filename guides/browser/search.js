import MiniSearch from 'minisearch';
import { searchOptions } from '../search-options.js';

const mostResults = 12;
const shortestQuery = 2;

/** Search as you type. The index is loaded when the field is first used. */
export function startSearch() {
  const form = document.querySelector('form.search');
  const field = form?.querySelector('input');
  const results = form?.querySelector('ul');
  const status = form?.querySelector('[role=status]');
  if (!(form instanceof HTMLFormElement) || !field || !results || !status) return;
  const base = new URL(form.dataset.guides ?? '', window.location.href);
  /** @type {Promise<MiniSearch> | undefined} */
  let index;
  const load = () => {
    index ??= fetch(new URL(form.dataset.index ?? '', base)).then(async (response) =>
      MiniSearch.loadJSON(await response.text(), searchOptions),
    );
    return index;
  };
  const close = () => results.replaceChildren();
  const search = async () => {
    const query = field.value.trim();
    if (query.length < shortestQuery) {
      status.textContent = '';
      return close();
    }
    const loaded = await load().catch(() => undefined);
    if (field.value.trim() !== query) return;
    const found = loaded?.search(query) ?? [];
    status.textContent = loaded ? countText(found.length) : 'The search could not be loaded. Try again.';
    if (!loaded) index = undefined;
    results.replaceChildren(...found.slice(0, mostResults).map((result) => item(result, base)));
  };
  form.hidden = false;
  field.addEventListener('focus', () => void load().catch(() => {}), { once: true });
  field.addEventListener('input', () => void search());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    results.querySelector('a')?.click();
  });
  form.addEventListener('keydown', (event) => {
    const links = [...results.querySelectorAll('a')];
    const focused =
      document.activeElement instanceof HTMLAnchorElement ? links.indexOf(document.activeElement) : -1;
    if (event.key === 'Escape') {
      field.value = '';
      void search();
      field.focus();
    } else if (event.key === 'ArrowDown' && links.length > 0) {
      event.preventDefault();
      links[Math.min(focused + 1, links.length - 1)]?.focus();
    } else if (event.key === 'ArrowUp' && focused >= 0) {
      event.preventDefault();
      (links[focused - 1] ?? field).focus();
    }
  });
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !form.contains(event.target)) close();
  });
}

/** @param {number} count */
function countText(count) {
  if (count === 0) return 'No guide has these words.';
  if (count > mostResults) return `The best ${mostResults} of ${count} sections`;
  return count === 1 ? '1 section' : `${count} sections`;
}

/**
 * @param {import('minisearch').SearchResult} result
 * @param {URL} base
 */
function item({ id, title, heading }, base) {
  const link = document.createElement('a');
  link.href = new URL(id, base).href;
  const page = document.createElement('small');
  page.textContent = heading ? title : '';
  link.append(heading || title, page);
  const line = document.createElement('li');
  line.append(link);
  return line;
}
