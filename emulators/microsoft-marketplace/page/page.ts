import { behaviourSection } from '../../shell/page/behaviour-section.ts';
import { minute, table } from '../../shell/page/elements.ts';
import { pageStyle } from '../../shell/page/style.ts';
import { escaped, pageResponse } from '../../shell/page/web-page.ts';
import type { EmulatorResponse } from '../../shell/response.ts';
import type { Controls } from '../control.ts';
import { dialectChoices } from '../dialect.ts';
import { marketplaceFaultKinds } from '../faults.ts';
import { deliverySection } from './delivery-section.ts';
import { addressSection, purchaseSection, refusedPlan } from './purchase-section.ts';
import { subscriptionSection } from './subscription-section.ts';

const shownEvents = 200;

interface PageOptions {
  readonly failed?: { readonly status: number; readonly error: string };
  /** The purchase that the address of the page asks for. */
  readonly wanted?: URLSearchParams;
}

/** The emulator's state, and forms that change it, as a web page. */
export function marketplacePage(
  controls: Controls,
  now: Date,
  { failed, wanted = new URLSearchParams() }: PageOptions = {},
): EmulatorResponse {
  const { fulfilment } = controls;
  const notForSale = refusedPlan(fulfilment, wanted);
  const error = failed?.error ?? notForSale;
  const links = ['buy', 'subscriptions', 'webhooks', 'addresses', 'behaviour', 'usage', 'calls'].map(
    (id) => `<a href="#${id}">${id.charAt(0).toUpperCase()}${id.slice(1)}</a>`,
  );
  const body = `<header><h1>Marketplace emulator</h1>
<p>Emulates Microsoft's commercial marketplace: buy and change subscriptions as a customer, and the publisher's service gets the webhooks.
It is ${minute(now.toISOString())} UTC; <a href="/">reload</a>, or read <a href="/_emulator/state">everything as JSON</a>.</p>
<nav aria-label="Sections">${links.join('')}</nav>
${error === undefined ? '' : `<p class="error" role="alert">${escaped(error)}</p>`}</header>
<main>
${purchaseSection(fulfilment, wanted)}
${subscriptionSection(fulfilment, now)}
${deliverySection(fulfilment)}
${addressSection(fulfilment)}
${behaviourSection({
  kinds: marketplaceFaultKinds,
  faults: controls.faults.list().map((fault) => ({ fault, of: fault.publisherId ?? 'all' })),
  ofWhom: 'Publisher',
  settings: { ...fulfilment.settings.get() },
  choices: dialectChoices,
  dialect: fulfilment.dialect.get(),
})}
${records(controls)}
</main>`;
  return pageResponse({
    title: 'Marketplace emulator',
    style: pageStyle,
    body,
    status: failed?.status ?? (notForSale === undefined ? 200 : 404),
  });
}

function records({ metering, calls }: Controls): string {
  const { publishers } = metering.register.contents();
  const events = metering.ledger.list();
  const newest = events.toReversed().slice(0, shownEvents);
  const remark = events.length > shownEvents ? `, the newest ${shownEvents}` : '';
  return `<section id="usage" aria-labelledby="usage-title">
<h2 id="usage-title">Accepted usage (${events.length}${remark})</h2>
${table(
  ['Hour', 'Resource', 'Plan', 'Dimension', '#Quantity', 'Accepted at'],
  newest.map((event) => [
    minute(event.hour),
    event.resourceId,
    event.planId,
    event.dimension,
    String(event.quantity),
    event.messageTime,
  ]),
)}</section>
<section id="calls" aria-labelledby="calls-title"><h2 id="calls-title">Recent calls</h2>
${table(
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
)}</section>
<section aria-labelledby="publishers-title"><h2 id="publishers-title">Publishers (${publishers.length})</h2>
${table(
  ['Publisher', 'Tenant', 'Application', 'Offers, plans and dimensions'],
  publishers.map(({ id, tenantId, clientId, offers }) => [
    id,
    tenantId,
    clientId,
    offers
      .flatMap((offer) =>
        offer.plans.map(({ id: planId, dimensions }) =>
          [`${offer.id} / ${planId}`, ...(dimensions.length > 0 ? [dimensions.join(', ')] : [])].join(': '),
        ),
      )
      .join('; '),
  ]),
)}</section>`;
}
