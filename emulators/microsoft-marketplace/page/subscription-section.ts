import { fold, form, input, minute, select } from '../../shell/page/elements.ts';
import { escaped } from '../../shell/page/web-page.ts';
import type { StoredSubscription } from '../directory.ts';
import type { Fulfilment } from '../fulfilment/fulfilment.ts';
import { landingLink } from '../fulfilment/landing-page.ts';

const shownSubscriptions = 60;

/** Every subscription with its actions, the newest first. */
export function subscriptionSection(fulfilment: Fulfilment, now: Date): string {
  const { subscriptions } = fulfilment.register.contents();
  const newest = subscriptions.toReversed().slice(0, shownSubscriptions);
  const remark = newest.length < subscriptions.length ? `, the newest ${newest.length}` : '';
  return `<section id="subscriptions" aria-labelledby="subscriptions-title">
<h2 id="subscriptions-title">Subscriptions (${subscriptions.length}${remark})</h2>
${newest.length === 0 ? '<p class="none">None. Make a purchase.</p>' : ''}
<div class="grid">${newest.map((one) => card(one, fulfilment, now)).join('\n')}</div></section>`;
}

function card(subscription: StoredSubscription, fulfilment: Fulfilment, now: Date): string {
  const { id, name, state, publisherId, offerId, planId, quantity, beneficiary, term } = subscription;
  const seats = quantity === undefined ? '' : `, ${quantity} ${quantity === 1 ? 'seat' : 'seats'}`;
  const kinds = [
    ...(subscription.isFreeTrial ? ['free trial'] : []),
    ...(subscription.allowedCustomerOperations.includes('Update') ? [] : ['reseller']),
  ];
  const facts = [
    ['Plan', `${publisherId} / ${offerId} / ${planId}${seats}${kinds.map((kind) => `, ${kind}`).join('')}`],
    ['For', `${beneficiary.emailId ?? 'no user named'}, tenant ${beneficiary.tenantId}`],
    ['Term', term.startDate && term.endDate ? `${day(term.startDate)} to ${day(term.endDate)}` : 'not begun'],
    ['Id', id],
  ].map(([title = '', text = '']) => `<dt>${title}</dt><dd>${escaped(text)}</dd>`);
  return `<article class="card" id="subscription-${id}" aria-labelledby="name-${id}">
<div class="head"><h3 id="name-${id}">${escaped(name)}</h3><span class="state ${state}">${state}</span></div>
<dl>${facts.join('')}</dl>
${landing(subscription, fulfilment, now)}
${underWay(subscription, fulfilment)}
${actions(subscription, fulfilment)}
${operations(subscription, fulfilment)}
</article>`;
}

function landing(subscription: StoredSubscription, fulfilment: Fulfilment, now: Date): string {
  const issued = fulfilment.purchaseTokens.latestOf(subscription.id);
  const isLive = issued !== undefined && issued.expiresAt > now;
  const link = isLive ? landingLink(subscription, issued, fulfilment) : undefined;
  const text = link
    ? `<a href="${escaped(link)}">Open the landing page</a> <span class="faint">until ${minute(issued?.expiresAt.toISOString() ?? '')}</span>`
    : isLive
      ? `<span class="faint">The offer has no landing page yet. The token:</span> <code>${escaped(issued.token)}</code>`
      : '';
  return `<div class="actions">${form({
    command: `subscriptions/${subscription.id}/landing-link`,
    button: 'New landing link',
    back: `subscription-${subscription.id}`,
    label: `New landing link for ${subscription.name}`,
  })}<span>${text}</span></div>`;
}

/** Operations in progress, so that a pressed button has a visible effect. */
function underWay({ id }: StoredSubscription, { operations: all }: Fulfilment): string {
  const names = all.of(id).flatMap(({ action, status }) => (status === 'InProgress' ? [action] : []));
  return names.length === 0
    ? ''
    : `<p class="InProgress">In progress: ${escaped(names.join(', '))}. <a href="/#subscription-${id}">Reload</a></p>`;
}

function actions(
  { id, name, state, offerId, publisherId, planId, quantity }: StoredSubscription,
  { register }: Fulfilment,
): string {
  const back = `subscription-${id}`;
  const plans = register.findOffer(publisherId, offerId)?.plans ?? [];
  const others = plans.filter((plan) => plan.id !== planId && !plan.isStopSell);
  const button = (verb: string, text: string, look?: 'danger') =>
    form({
      command: `subscriptions/${id}/${verb}`,
      button: text,
      back,
      label: `${text}: ${name}`,
      ...(look ? { look } : {}),
    });
  const parts: string[] = [];
  if (state === 'Subscribed' && others.length > 0) {
    const choices = others.map((plan) => ({ value: plan.id, text: plan.name ?? plan.id }));
    parts.push(
      form({
        command: `subscriptions/${id}/change-plan`,
        button: 'Change plan',
        fields: select('planId', 'Another plan', choices),
        back,
      }),
    );
  }
  if (state === 'Subscribed' && quantity !== undefined) {
    parts.push(
      form({
        command: `subscriptions/${id}/change-quantity`,
        button: 'Change seats',
        fields: input('quantity', 'Seats', `type="number" min="1" required value="${quantity}"`),
        back,
      }),
    );
  }
  const buttons = [
    ...(state === 'Subscribed' ? [button('suspend', 'Suspend'), button('renew', 'Renew')] : []),
    ...(state === 'Suspended' ? [button('reinstate', 'Reinstate')] : []),
    ...(state === 'Unsubscribed' ? [] : [button('unsubscribe', 'Unsubscribe', 'danger')]),
  ];
  const rows = [...parts.map((part) => `<div class="actions">${part}</div>`)];
  if (buttons.length > 0) rows.push(`<div class="actions">${buttons.join('')}</div>`);
  return rows.join('');
}

function operations({ id }: StoredSubscription, { operations: all, deliveries }: Fulfilment): string {
  const webhooks = deliveries.list().filter((one) => one.subscriptionId === id);
  const rows = all
    .of(id)
    .toReversed()
    .map(({ id: operationId, action, status, source, timeStamp, planId, quantity }) => {
      const links = webhooks
        .filter((one) => one.operationId === operationId)
        .map(({ number }) => `<a href="#delivery-${number}">webhook ${number}</a>`);
      const value =
        action === 'ChangePlan' ? ` to ${planId}` : action === 'ChangeQuantity' ? ` to ${quantity}` : '';
      const by = source === 'Partner' ? ', by the publisher' : '';
      return `<li>${escaped(action + value)} <span class="${status}">${status}</span>
<span class="faint">${minute(timeStamp)}${by}</span> ${links.join(' ')}<br><code>${operationId}</code></li>`;
    });
  const list = rows.length === 0 ? '<p class="none">None.</p>' : `<ul class="plain">${rows.join('')}</ul>`;
  const unknown = form({
    command: `subscriptions/${id}/notify`,
    button: 'Send',
    fields: input('action', 'Webhook with an unknown action', 'required value="Transfer"'),
    back: `subscription-${id}`,
  });
  return fold(`Operations and webhooks (${rows.length})`, `${list}<div class="actions">${unknown}</div>`);
}

const day = (date: Date) => date.toISOString().slice(0, 10);
