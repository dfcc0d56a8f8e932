import { behaviourSection } from '../../shell/page/behaviour-section.ts';
import { form, input, minute, table } from '../../shell/page/elements.ts';
import { pageStyle } from '../../shell/page/style.ts';
import { escaped, pageResponse } from '../../shell/page/web-page.ts';
import type { EmulatorResponse } from '../../shell/response.ts';
import { dialectChoices } from '../dialect.ts';
import { awsFaultKinds } from '../faults.ts';
import type { AwsMarketplace } from '../marketplace.ts';
import { batchErrors } from '../protocol/failure.ts';
import { addressSection } from './address-section.ts';
import { agreementSection } from './agreement-section.ts';
import { eventSection } from './event-section.ts';
import { productSection, refusedProduct } from './product-section.ts';

const shownRecords = 200;

interface PageOptions {
  readonly failed?: { readonly status: number; readonly error: string };
  /** The product that the address of the page asks for. */
  readonly wanted?: URLSearchParams;
}

/** The buyer's page: the emulator's state, and forms that change it. */
export function awsPage(
  marketplace: AwsMarketplace,
  { failed, wanted = new URLSearchParams() }: PageOptions = {},
): EmulatorResponse {
  const notForSale = refusedProduct(marketplace, wanted);
  const error = failed?.error ?? notForSale;
  const sections = ['products', 'agreements', 'events', 'addresses', 'clock', 'behaviour', 'usage', 'calls'];
  const links = sections.map((id) => `<a href="#${id}">${id.charAt(0).toUpperCase()}${id.slice(1)}</a>`);
  const now = marketplace.clock.now().toISOString();
  const body = `<header><h1>AWS Marketplace emulator</h1>
<p>Emulates AWS Marketplace: buy products and change agreements as a buyer, and the seller's service gets the events.
It is ${minute(now)} UTC; <a href="/">reload</a>, or read <a href="/_emulator/state">everything as JSON</a>.</p>
<nav aria-label="Sections">${links.join('')}</nav>
${error === undefined ? '' : `<p class="error" role="alert">${escaped(error)}</p>`}</header>
<main>
${productSection(marketplace, wanted)}
${agreementSection(marketplace)}
${eventSection(marketplace)}
${addressSection(marketplace)}
${clockSection(now)}
${behaviour(marketplace)}
${records(marketplace)}
</main>`;
  return pageResponse({
    title: 'AWS Marketplace emulator',
    style: pageStyle,
    body,
    status: failed?.status ?? (notForSale === undefined ? 200 : 404),
  });
}

function clockSection(now: string): string {
  const back = 'clock';
  const at = input('to', 'UTC', `type="datetime-local" required value="${now.slice(0, 16)}"`);
  return `<section id="clock" aria-labelledby="clock-title"><h2 id="clock-title">Clock</h2>
<div class="card">${form({ command: 'clock', button: 'Move', fields: at, back })}
<div class="actions">${form({ command: 'clock', button: 'One hour on', hidden: { seconds: '3600' }, back })}
${form({ command: 'clock', button: 'One day on', hidden: { seconds: '86400' }, back })}
${form({ command: 'clock', button: 'Real time', hidden: { reset: 'true' }, back })}</div></div></section>`;
}

function behaviour({ faults, settings, dialect }: AwsMarketplace): string {
  const errors = ['', ...batchErrors].map((error) => ({ value: error, text: error }));
  const options = errors.map(({ value, text }) => `<option value="${value}">${text}</option>`).join('');
  return behaviourSection({
    kinds: awsFaultKinds,
    faults: faults.list().map((fault) => ({
      fault,
      of: [fault.accountId, fault.operation, fault.region].filter(Boolean).join(', ') || 'all',
    })),
    ofWhom: 'Calls',
    scope: `${input('operation', 'Operation; empty for all')}
${input('region', 'Region; empty for all')}
<label>Error of refused-batch <select name="error">${options}</select></label>`,
    settings: { ...settings.get() },
    choices: dialectChoices,
    dialect: dialect.get(),
  });
}

function records({ ledger, calls, register }: AwsMarketplace): string {
  const records = ledger.list();
  const newest = records.toReversed().slice(0, shownRecords);
  const remark = records.length > shownRecords ? `, the newest ${shownRecords}` : '';
  const { accessKeys, roles } = register.contents();
  return `<section id="usage" aria-labelledby="usage-title">
<h2 id="usage-title">Accepted usage (${records.length}${remark})</h2>
${table(
  ['Hour', 'Customer', 'License', 'Dimension', '#Quantity', 'Region', 'Accepted at'],
  newest.map((record) => [
    minute(record.hour),
    record.customer,
    record.licenseArn?.split(':').at(-1) ?? record.productCode,
    record.dimension,
    String(record.quantity),
    record.region,
    record.acceptedAt,
  ]),
)}</section>
<section id="calls" aria-labelledby="calls-title"><h2 id="calls-title">Recent calls</h2>
${table(
  ['Time', 'Call', 'Account', 'Region', 'Status', 'Error', 'Outcomes', 'Fault'],
  calls
    .recent()
    .map(({ at, operation, accountId, region, status, error, outcomes, fault }) => [
      at,
      operation,
      accountId ?? '',
      region ?? '',
      String(status),
      error ?? '',
      outcomes,
      fault ?? '',
    ]),
)}</section>
<section aria-labelledby="keys-title"><h2 id="keys-title">Access keys and roles</h2>
${table(
  ['Account', 'Key or role', 'Secret or external id', 'Rights'],
  [
    ...accessKeys.map(({ accountId, id, secret, rights }) => [accountId, id, secret, rights]),
    ...roles.map(({ arn, externalId = 'any', rights }) => [arn.split(':')[4], arn, externalId, rights]),
  ].map(([account, name, secret, rights]) => [
    String(account),
    String(name),
    String(secret),
    Array.isArray(rights) ? rights.join(', ') : 'all',
  ]),
)}</section>`;
}
