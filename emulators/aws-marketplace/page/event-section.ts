import { fold, form, minute, table } from '../../shell/page/elements.ts';
import { escaped } from '../../shell/page/web-page.ts';
import type { EventDelivery } from '../agreements/events.ts';
import type { AwsMarketplace } from '../marketplace.ts';

const shownEvents = 100;
const looks: Readonly<Record<string, string>> = {
  accepted: 'good',
  sending: 'warn',
  waiting: 'warn',
  held: 'warn',
};

/** The events, the newest first, with buttons to send and hold them. */
export function eventSection({ events, settings }: AwsMarketplace): string {
  const all = events.list();
  const putsOnHold = settings.get().holdEvents > 0;
  const back = 'events';
  const switches = putsOnHold
    ? [
        form({ command: 'events/release', button: 'Release in order', back }),
        form({
          command: 'events/release',
          button: 'Release in reverse',
          hidden: { order: 'reversed' },
          back,
        }),
      ]
    : [form({ command: 'settings', button: 'Hold new events back', hidden: { holdEvents: '1' }, back })];
  return `<section id="events" aria-labelledby="events-title"><h2 id="events-title">Events (${all.length})</h2>
<div class="actions">${switches.join('')}</div><p class="faint">${
    putsOnHold ? 'New events are put on hold.' : 'New events are sent at once.'
  }</p>
${table(
  ['#No.', 'Type', 'Agreement', 'State', 'Attempts', 'Again', 'Body'],
  all.toReversed().slice(0, shownEvents).map(row),
)}</section>`;
}

function row({ number, detailType, agreementId, state, attempts, body }: EventDelivery) {
  const send = (times: number, button: string) =>
    form({
      command: `events/${number}/send`,
      button,
      hidden: { times: String(times) },
      back: 'events',
      label: `${button}: event ${number}`,
    });
  const last = attempts.at(-1);
  return [
    String(number),
    detailType,
    { html: `<a href="#agreement-${agreementId}">${agreementId.slice(0, 12)}…</a>` },
    { html: `<span class="${looks[state] ?? 'bad'}">${state}</span>` },
    last ? `${attempts.length}, last ${minute(last.at)}: ${last.result}` : 'none',
    {
      html: `<div class="actions">${send(1, state === 'held' ? 'Send' : 'Send again')}${send(2, 'Twice')}</div>`,
    },
    { html: fold('Show', `<pre>${escaped(JSON.stringify(body, null, 1))}</pre>`) },
  ];
}
