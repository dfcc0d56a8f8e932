import { form, input, select } from '../../shell/page/elements.ts';
import { escaped } from '../../shell/page/web-page.ts';
import type { Plan } from '../directory.ts';
import type { Fulfilment } from '../fulfilment/fulfilment.ts';
import type { PurchasePreset } from '../fulfilment/purchase.ts';

const presets: readonly (readonly [PurchasePreset, string])[] = [
  ['ordinary', 'Ordinary'],
  ['reseller', 'Through a reseller'],
  ['free-trial', 'Free trial'],
  ['per-seat', 'Per seat'],
  ['auto-activation', 'Activated by the marketplace'],
];

interface OfferedPlan {
  readonly value: string;
  readonly text: string;
  /** `desk / seats` */
  readonly ids: string;
  readonly isWanted: boolean;
}

/** The plans for sale; of one publisher, if the address of the page names its application. */
function offeredPlans({ register }: Fulfilment, wanted: URLSearchParams): readonly OfferedPlan[] {
  const clientId = wanted.get('clientId')?.toLowerCase();
  return register
    .contents()
    .publishers.filter((publisher) => clientId === undefined || publisher.clientId === clientId)
    .flatMap((publisher) =>
      publisher.offers.flatMap((offer) =>
        offer.plans
          .filter(({ isStopSell }) => !isStopSell)
          .map((plan) => ({
            value: JSON.stringify([publisher.id, offer.id, plan.id]),
            text: `${offer.name ?? offer.id} / ${plan.name ?? plan.id}${described(plan)}`,
            ids: `${offer.id} / ${plan.id}`,
            isWanted: offer.id === wanted.get('offerId') && plan.id === wanted.get('planId'),
          })),
      ),
    );
}

const isChosen = (wanted: URLSearchParams) => wanted.has('offerId') || wanted.has('planId');

/** Why the plan that the address of the page names cannot be bought. */
export function refusedPlan(fulfilment: Fulfilment, wanted: URLSearchParams): string | undefined {
  const plans = offeredPlans(fulfilment, wanted);
  if (!isChosen(wanted) || plans.some(({ isWanted }) => isWanted)) return undefined;
  const named = `${wanted.get('offerId') ?? ''} / ${wanted.get('planId') ?? ''}`;
  const forSale = plans.map(({ ids }) => ids).join(', ') || 'nothing';
  return `Nothing is sold as ${named}. For sale: ${forSale}. In the demo, a plan is for sale once it is mapped and published.`;
}

/**
 * The customer's purchase form. A link of a publisher's service chooses the plan, and gives the addresses of that service for
 * its offer. Where the link names no plan for sale, none is chosen.
 */
export function purchaseSection(fulfilment: Fulfilment, wanted: URLSearchParams): string {
  const { buyers } = fulfilment.register.contents();
  const plans = offeredPlans(fulfilment, wanted);
  const chosen = plans.find(({ isWanted }) => isWanted);
  const nothing = { value: '', text: 'Choose a plan' };
  const choices = isChosen(wanted) && !chosen ? [nothing, ...plans] : plans;
  const people = buyers.map(({ objectId, name, emailId }) => ({
    value: objectId,
    text: `${name}, ${emailId}`,
  }));
  const kinds = presets.slice(0, 3).map(([value, text]) => ({ value, text }));
  const fields = `<div class="fields">${select('plan', 'Plan', choices, chosen?.value, 'required')}
${input('quantity', 'Seats, where the plan has them', 'type="number" min="1" step="1"')}
${people.length > 0 ? select('buyer', 'Buyer', people) : ''}
${select('preset', 'How', kinds)}
${chosen ? wantedAddresses(wanted) : ''}</div>`;
  return `<section id="buy" aria-labelledby="buy-title"><h2 id="buy-title">Make a purchase</h2>
<div class="card">${form({ command: 'purchases', button: 'Buy', fields, back: 'buy', look: 'main' })}
${isChosen(wanted) ? '' : quickPurchases()}</div></section>`;
}

function quickPurchases(): string {
  const buttons = presets.map(([preset, text]) =>
    form({
      command: 'purchases',
      button: text,
      hidden: { preset },
      back: 'buy',
      label: `Buy at once: ${text}`,
    }),
  );
  return `<p class="faint">Or at once, the first plan that suits:</p><div class="actions">${buttons.join('')}</div>`;
}

const wantedAddresses = (wanted: URLSearchParams) =>
  [
    ['landingPageUrl', 'Landing page of the offer'],
    ['webhookUrl', 'Webhook of the offer'],
  ]
    .map(([name = '', label = '']) =>
      input(name, label, `type="url" value="${escaped(wanted.get(name) ?? '')}"`),
    )
    .join('\n');

function described({ isPricePerSeat, minQuantity = 1, maxQuantity, hasFreeTrials, isAutoActivated }: Plan) {
  const remarks = [
    ...(isPricePerSeat ? [`${minQuantity} to ${maxQuantity ?? 'any number of'} seats`] : []),
    ...(hasFreeTrials ? ['free trial'] : []),
    ...(isAutoActivated ? ['activated by the marketplace'] : []),
  ];
  return remarks.length === 0 ? '' : ` (${remarks.join('; ')})`;
}

/** The addresses of the publishers' services. */
export function addressSection({ register }: Fulfilment): string {
  const forms = register.contents().publishers.flatMap((publisher) =>
    publisher.offers.map((offer) => {
      const address = (name: string, label: string, value = '') =>
        input(name, label, `type="url" placeholder="http://127.0.0.1:8080/…" value="${escaped(value)}"`);
      return `<li>${form({
        command: `offers/${encodeURIComponent(publisher.id)}/${encodeURIComponent(offer.id)}`,
        button: 'Save',
        label: `Save the addresses of ${offer.name ?? offer.id}`,
        back: 'addresses',
        fields: `${address('landingPageUrl', `${offer.name ?? offer.id}: landing page`, offer.landingPageUrl)}
${address('webhookUrl', 'Webhook', offer.webhookUrl)}`,
      })}</li>`;
    }),
  );
  return `<section id="addresses" aria-labelledby="addresses-title"><h2 id="addresses-title">Addresses</h2>
<div class="card"><ul class="plain">${forms.join('')}</ul></div></section>`;
}
