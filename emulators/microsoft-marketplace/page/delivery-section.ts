import { fold, form, minute, table } from '../../shell/page/elements.ts';
import { escaped } from '../../shell/page/web-page.ts';
import type { Fulfilment } from '../fulfilment/fulfilment.ts';
import type { WebhookDelivery } from '../webhooks/deliveries.ts';

const shownDeliveries = 100;

/** The webhooks, the newest first, with buttons to send and hold them. */
export function deliverySection({ deliveries, settings }: Fulfilment): string {
  const all = deliveries.list();
  const putsOnHold = settings.get().holdWebhooks > 0;
  const switches = putsOnHold
    ? [
        form({ command: 'deliveries/release', button: 'Release in order', back: 'webhooks' }),
        form({
          command: 'deliveries/release',
          button: 'Release in reverse',
          hidden: { order: 'reversed' },
          back: 'webhooks',
        }),
      ]
    : [
        form({
          command: 'settings',
          button: 'Hold new webhooks back',
          hidden: { holdWebhooks: '1' },
          back: 'webhooks',
        }),
      ];
  return `<section id="webhooks" aria-labelledby="webhooks-title"><h2 id="webhooks-title">Webhooks (${all.length})</h2>
<div class="actions">${switches.join('')}</div><p class="faint">${
    putsOnHold ? 'New webhooks are put on hold.' : 'New webhooks are sent at once.'
  }</p>
${table(
  ['#No.', 'Action', 'Subscription', 'State', 'Attempts', 'Again', 'Body'],
  all.toReversed().slice(0, shownDeliveries).map(row),
)}</section>`;
}

function row({ number, action, subscriptionId, state, attempts, body }: WebhookDelivery) {
  const send = (times: number, button: string) =>
    form({
      command: `deliveries/${number}/send`,
      button,
      hidden: { times: String(times) },
      back: 'webhooks',
      label: `${button}: webhook ${number}`,
    });
  const last = attempts.at(-1);
  return [
    { html: `<span id="delivery-${number}">${number}</span>` },
    action,
    { html: `<a href="#subscription-${subscriptionId}">${subscriptionId.slice(0, 8)}…</a>` },
    { html: `<span class="${state.replace(' ', '-')}">${state}</span>` },
    last ? `${attempts.length}, last ${minute(last.at)}: ${last.result}` : 'none',
    {
      html: `<div class="actions">${send(1, state === 'held' ? 'Send' : 'Send again')}${send(2, 'Twice')}</div>`,
    },
    { html: fold('Show', `<pre>${escaped(JSON.stringify(body, null, 1))}</pre>`) },
  ];
}
