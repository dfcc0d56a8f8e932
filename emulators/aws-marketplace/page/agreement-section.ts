import { fold, form, input, minute } from '../../shell/page/elements.ts';
import { escaped } from '../../shell/page/web-page.ts';
import type { Agreement, Buyer, Product } from '../directory.ts';
import type { AwsMarketplace } from '../marketplace.ts';
import { dimensionFields } from './dimension-fields.ts';

const shownAgreements = 60;

/** Every agreement with its actions, the newest first. */
export function agreementSection(marketplace: AwsMarketplace): string {
  const { agreements } = marketplace.register.contents();
  const newest = agreements.toReversed().slice(0, shownAgreements);
  const remark = newest.length < agreements.length ? `, the newest ${newest.length}` : '';
  return `<section id="agreements" aria-labelledby="agreements-title">
<h2 id="agreements-title">Agreements (${agreements.length}${remark})</h2>
${newest.length === 0 ? '<p class="none">None. Buy a product.</p>' : ''}
<div class="grid">${newest.map((one) => card(one, marketplace)).join('\n')}</div></section>`;
}

function card(agreement: Agreement, marketplace: AwsMarketplace): string {
  const { id, status, buyerAccountId, licenseArn, entitlements, intent, isFreeTrial } = agreement;
  const { register } = marketplace;
  const product = register.findProduct(agreement.sellerAccountId, agreement.productCode);
  const title = product?.title ?? agreement.productCode;
  const buyer = register.contents().buyers.find(({ accountId }) => accountId === buyerAccountId);
  const contents = entitlements.map(({ dimension, value }) => `${dimension}: ${value}`).join(', ');
  const end = agreement.months === undefined ? 'until it is cancelled' : `to ${day(agreement.endTime)}`;
  const renewal = agreement.autoRenewalEnabled ? ', renewed automatically' : '';
  const facts = [
    ['Buyer', `${buyer?.name ?? 'Unknown'}, ${buyerAccountId}`],
    ...(contents === '' ? [] : [['Contract', contents]]),
    ['Term', `${day(agreement.startTime)} ${end}${renewal}`],
    ['Made by', `${intent}${isFreeTrial ? ', free trial' : ''}`],
    ['License', `${licenseArn} (${licenseState(agreement)})`],
    ['Agreement', id],
  ].map(([name = '', text = '']) => `<dt>${name}</dt><dd>${escaped(text)}</dd>`);
  const previous = agreement.previousAgreementId;
  return `<article class="card" id="agreement-${id}" aria-labelledby="name-${id}">
<div class="head"><h3 id="name-${id}">${escaped(title)}</h3><span class="state ${look(status)}">${status}</span></div>
<dl>${facts.join('')}</dl>
${previous === undefined ? '' : `<p class="faint">In place of <a href="#agreement-${previous}">${previous}</a></p>`}
${setUp(agreement, product, marketplace, buyer)}
${status === 'ACTIVE' && product ? actions(agreement, product) : ''}
</article>`;
}

const look = (status: Agreement['status']) =>
  status === 'ACTIVE' ? 'good' : status === 'RENEWED' || status === 'REPLACED' ? 'warn' : 'bad';

function licenseState({ licensedAt, deprovisionedAt }: Agreement): string {
  if (deprovisionedAt) return `deprovisioned ${minute(deprovisionedAt.toISOString())}`;
  return licensedAt ? 'active' : 'not yet active';
}

/** The button posts from this site to the seller's, as AWS does. */
function setUp(
  agreement: Agreement,
  product: Product | undefined,
  marketplace: AwsMarketplace,
  buyer: Buyer | undefined,
): string {
  const { id, isFreeTrial } = agreement;
  const token = marketplace.tokens.latestOf(id, marketplace.clock.now());
  const again = form({
    command: `agreements/${id}/token`,
    button: 'New token',
    back: `agreement-${id}`,
    label: `New registration token for ${product?.title ?? id}`,
  });
  if (!token) return `<div class="actions">${again}</div>`;
  const until = `<span class="faint">until ${minute(token.expiresAt.toISOString())}</span>`;
  if (product?.fulfilmentUrl === undefined) {
    return `<div class="actions">${again}<span><span class="faint">The product has no fulfilment address yet. The token:</span> <code>${escaped(token.token)}</code></span></div>`;
  }
  const hidden = {
    'x-amzn-marketplace-token': token.token,
    ...(isFreeTrial ? { 'x-amzn-marketplace-offer-type': 'free-trial' } : {}),
  };
  const inputs = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  );
  return `<div class="actions"><form method="post" action="${escaped(product.fulfilmentUrl)}">${inputs.join('')}
<button class="main" aria-label="Set up your account: ${escaped(product.title)}">Set up your account</button></form>${again}${until}</div>
<p class="faint">Next, choose Set up your account: it leads to the seller's site, ${escaped(new URL(product.fulfilmentUrl).host)}.${
    buyer?.signsInAs === undefined ? '' : ` Sign in there as ${escaped(buyer.signsInAs)}.`
  }</p>`;
}

function actions({ id, entitlements, months }: Agreement, product: Product): string {
  const back = `agreement-${id}`;
  const label = (text: string) => ({ button: text, label: `${text}: ${product.title}, ${id}`, back });
  const isContract = product.contractDimensions.length > 0;
  const length = input('months', 'Months', `type="number" min="1" max="60" value="${months ?? 12}"`);
  const change = isContract
    ? fold(
        'Upgrade or replace',
        `${form({
          command: `agreements/${id}/amend`,
          ...label('Upgrade'),
          fields: `<div class="fields">${dimensionFields(product, entitlements)}</div>`,
        })}
<div class="actions">${form({
          command: `agreements/${id}/replace`,
          ...label('Replace'),
          fields: `<div class="fields">${dimensionFields(product, entitlements)}${length}</div>`,
        })}</div>`,
      )
    : '';
  const buttons = [
    ...(isContract ? [form({ command: `agreements/${id}/renew`, ...label('Renew') })] : []),
    ...(isContract ? [] : [form({ command: `agreements/${id}/replace`, ...label('Replace') })]),
    form({ command: `agreements/${id}/cancel`, ...label('Cancel'), look: 'danger' }),
  ];
  return `${change}<div class="actions">${buttons.join('')}</div>`;
}

const day = (date: Date) => date.toISOString().slice(0, 10);
