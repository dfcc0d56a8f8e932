import type { Controls } from '../control.ts';

const shownEvents = 200;

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 20%, transparent); }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 0 auto; padding: 1rem 1.5rem 3rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
div { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
code { font-size: .9em; } p.none { opacity: .7; }
`;

/** What the emulator holds, for somebody with a browser. */
export function renderPage({ metering, faults, calls }: Controls, now: Date): string {
  const { publishers, subscriptions } = metering.register.contents();
  const events = metering.ledger.list();
  const newest = events.toReversed().slice(0, shownEvents);
  const heading = events.length > shownEvents ? `, the newest ${shownEvents}` : '';

  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Marketplace emulator</title>
<style>${style}</style></head>
<body>
<h1>Marketplace emulator</h1>
<p>A stand-in for the metering half of Microsoft's commercial marketplace. It is ${escaped(now.toISOString())};
<a href="/">look again</a>, or read <a href="/_emulator/state">everything as JSON</a>.</p>
${table(
  `Publishers (${publishers.length})`,
  ['Publisher', 'Tenant', 'Application', 'Offers, plans and dimensions'],
  publishers.map(({ id, tenantId, clientId, offers }) => [
    id,
    tenantId,
    clientId,
    offers
      .flatMap((offer) =>
        offer.plans.map((plan) => `${offer.id} / ${plan.id}: ${plan.dimensions.join(', ')}`),
      )
      .join('; '),
  ]),
)}
${table(
  `Subscriptions (${subscriptions.length})`,
  ['Resource', 'Publisher', 'Offer', 'Plan', 'State'],
  subscriptions.map(({ id, publisherId, offerId, planId, state, reportableUntil }) => [
    id,
    publisherId,
    offerId,
    planId,
    reportableUntil ? `${state} since ${reportableUntil.toISOString()}` : state,
  ]),
)}
${table(
  `Accepted usage (${events.length}${heading})`,
  ['Hour', 'Resource', 'Plan', 'Dimension', '#Quantity', 'Accepted at'],
  newest.map((event) => [
    event.hour.slice(0, 16).replace('T', ' '),
    event.resourceId,
    event.planId,
    event.dimension,
    String(event.quantity),
    event.messageTime,
  ]),
)}
${table(
  'Faults set',
  ['Kind', 'Publisher', '#Times left', '#Share'],
  faults
    .contents()
    .map(({ kind, publisherId, times, share }) => [
      kind,
      publisherId ?? 'all',
      String(times ?? 'all'),
      String(share ?? 1),
    ]),
)}
${table(
  'Recent calls',
  ['Time', 'Call', 'Publisher', 'Status', 'Outcomes', 'Fault'],
  calls
    .recent()
    .map(({ at, method, path, publisherId, status, outcomes, fault }) => [
      at,
      `${method} ${path}`,
      publisherId ?? '',
      String(status),
      outcomes,
      fault ?? '',
    ]),
)}
</body>
</html>
`;
}

/** A heading that starts with `#` stands over numbers. */
function table(title: string, headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const kinds = headings.map((heading) => (heading.startsWith('#') ? ' class="number"' : ''));
  const head = headings
    .map((heading, column) => `<th scope="col"${kinds[column]}>${escaped(heading.replace('#', ''))}</th>`)
    .join('');
  const cells = rows.map((row) =>
    row.map((cell, column) => `<td${kinds[column]}>${escaped(cell)}</td>`).join(''),
  );
  const body =
    rows.length === 0
      ? '<p class="none">None.</p>'
      : `<div><table><thead><tr>${head}</tr></thead>
<tbody>${cells.map((row) => `<tr>${row}</tr>`).join('\n')}</tbody></table></div>`;
  return `<h2>${escaped(title)}</h2>\n${body}`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
