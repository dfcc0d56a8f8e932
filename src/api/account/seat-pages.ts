import { dayText, seatProblemTexts } from '../../core/marketplace/purchases/account.ts';
import { seatMailLink } from '../../core/marketplace/purchases/seat-mail.ts';
import { maxRequestedSeats, type RequestedSeat } from '../../core/subscriptions/seat-request.ts';
import type { MailState } from '../../core/workspaces/mail-queue.ts';
import type { SeatRecord } from '../../storage/subscriptions/seats.ts';
import { type Html, html } from '../pages/html.ts';
import type { Page } from '../pages/page.ts';
import type { ReservedSeat, ShownSubscription } from './account-facts.ts';
import {
  type AccountVisit,
  accountFacts,
  brandOfSubscription,
  detailUrl,
  includedList,
  signedIn,
  usageList,
} from './account-pages.ts';

export interface SeatHolders {
  readonly items: readonly SeatRecord[];
  /** URL of the next page. */
  readonly next: string | null;
}

export interface SeatMessages {
  /** What the last request has changed. */
  readonly done: string | null;
  /** The lines that got no seat, to correct. */
  readonly refused: readonly Extract<RequestedSeat, { outcome: 'Refused' }>[];
}

export const noMessages: SeatMessages = { done: null, refused: [] };

/** One subscription; those who manage it assign and release its seats. */
export function subscriptionPage(
  visit: AccountVisit,
  shown: ShownSubscription,
  holders: SeatHolders,
  messages: SeatMessages,
  now: Date,
): Page {
  const { productName, applicationUrl, meters, included, licenceModel, subscription } = shown;
  const isSeated = licenceModel === 'Seats' && subscription.endedAt === null;
  return {
    status: messages.refused.length > 0 ? 422 : 200,
    title: productName,
    of: visit.seller,
    brand: brandOfSubscription(shown),
    tone: 'calm',
    content: html`<p class="back"><a href="${visit.url}">All subscriptions</a></p>
      ${messages.done && html`<p class="done" role="status">${messages.done}</p>`}
      ${accountFacts(shown, now)}
      ${isSeated && ownSeat(visit, shown)}
      ${applicationUrl && html`<p class="actions"><a class="button" href="${applicationUrl}">Go to ${productName}</a></p>`}
      ${usageList(meters, 2)}
      ${includedList(included)}
      ${isSeated && seatSection(visit, shown, holders, messages)}
      ${signedIn(visit)}`,
  };
}

/** A person without a seat learns how to get one. */
function ownSeat(visit: AccountVisit, shown: ShownSubscription): Html {
  const { seats, subscription, access } = shown;
  const { user } = visit;
  if (seats.own === 'Reserved') {
    return html`<form class="actions" method="post" action="${detailUrl(visit, shown)}/accept">
        ${formNote(visit)}
        <button class="button" type="submit">Accept your seat</button>
      </form>`;
  }
  if (seats.own === 'Assigned' || access === 'Manage' || user.tenantId !== subscription.tenantId)
    return html``;
  return html`<p>Seats are assigned by the person who bought the subscription, or by an administrator of your organisation. Send them
      your address <strong>${user.username}</strong>, or your object id <code>${user.objectId}</code>.</p>`;
}

function seatSection(
  visit: AccountVisit,
  shown: ShownSubscription,
  { items, next }: SeatHolders,
  { refused }: SeatMessages,
): Html {
  const { rights, seats } = shown;
  if (!rights.seesPeople) return html``;
  const free = Math.max(0, seats.total - seats.assigned - seats.reserved.length);
  return html`<section class="seats" aria-labelledby="seats">
      <h2 id="seats">Seats</h2>
      <p>${free === 0 ? 'No seat is free.' : `${free} of ${seats.total} seats ${free === 1 ? 'is' : 'are'} free.`}</p>
      ${rights.mayAssign ? assignForm(visit, shown, refused) : html`<p>Seats can be assigned again when the subscription is active.</p>`}
      <h3>People with a seat</h3>
      <ul class="people">
        ${items.map((seat) => holderItem(visit, shown, seat))}
        ${seats.reserved.map((seat) => reservedItem(visit, shown, seat))}
      </ul>
      ${next && html`<p><a href="${next}">More people</a></p>`}
    </section>`;
}

/** Shown; the others are in the field, too. */
const maxProblems = 20;

function assignForm(visit: AccountVisit, shown: ShownSubscription, refused: SeatMessages['refused']): Html {
  const more = refused.length - maxProblems;
  const problems = html`<div class="problem" id="problems" role="alert">
      <p>These people got no seat:</p>
      <ul>${refused.slice(0, maxProblems).map(({ person, problem }) => html`<li><strong>${person.slice(0, 100)}</strong>: ${seatProblemTexts[problem]}</li>`)}
        ${more > 0 && html`<li>and ${more} more</li>`}</ul>
    </div>`;
  const hasFailed = refused.length > 0;
  return html`<form method="post" action="${detailUrl(visit, shown)}/seats">
      ${formNote(visit)}
      ${hasFailed && problems}
      <label for="people">Assign seats to</label>
      <p class="quiet" id="people-hint">E-mail addresses or object ids, one in each line, at most ${maxRequestedSeats}.</p>
      <textarea id="people" name="people" rows="3" required autocomplete="off" autocapitalize="none" spellcheck="false"
        aria-describedby="people-hint${hasFailed ? ' problems' : ''}"${hasFailed && html` aria-invalid="true"`}>${refused
          .map(({ person }) => person)
          .join('\n')}</textarea>
      <p class="actions"><button class="button" type="submit">Assign seats</button></p>
    </form>`;
}

function holderItem(visit: AccountVisit, shown: ShownSubscription, seat: SeatRecord): Html {
  const name = seat.email ?? seat.objectId;
  return html`<li>
      <span>${name} <small>${seat.isActive ? `Since ${dayText(seat.assignedAt)}` : 'Deactivated: cannot use the seat'}</small></span>
      ${releaseForm(visit, shown, { field: 'memberId', value: seat.memberId, name, warning: 'They lose access at once.', verb: 'Release' })}
    </li>`;
}

const mailTexts: Readonly<Record<MailState, string>> = {
  None: 'They were not mailed.',
  Failed: 'They were not mailed.',
  Queued: 'The mail to them is on its way.',
  Sent: 'They were mailed.',
};

function reservedItem(visit: AccountVisit, shown: ShownSubscription, { email, mail }: ReservedSeat): Html {
  const warning = 'The seat becomes free again.';
  const link = detailUrl(visit, shown);
  const { productName } = shown;
  const ownMail = seatMailLink({ address: email, productName, givenBy: visit.user.name, link });
  return html`<li>
      <span>${email} <small>Reserved: they accept the seat by signing in at <a href="${link}">this page</a>. ${mailTexts[mail]}
        <a href="${ownMail}">Write to them<span class="hidden">: ${email}</span></a></small></span>
      ${releaseForm(visit, shown, { field: 'email', value: email, name: email, warning, verb: 'Cancel' })}
    </li>`;
}

/** Opens before it acts, so that one wrong tap takes nobody's access. */
function releaseForm(
  visit: AccountVisit,
  shown: ShownSubscription,
  {
    field,
    value,
    name,
    warning,
    verb,
  }: Readonly<Record<'field' | 'value' | 'name' | 'warning' | 'verb', string>>,
): Html {
  return html`<details>
      <summary>${verb}<span class="hidden"> the seat of ${name}</span></summary>
      <form method="post" action="${detailUrl(visit, shown)}/release">
        ${formNote(visit)}
        <input type="hidden" name="${field}" value="${value}">
        <p>${warning}</p>
        <button class="button" type="submit">${verb} the seat<span class="hidden"> of ${name}</span></button>
      </form>
    </details>`;
}

function formNote({ form }: AccountVisit): Html {
  return html`<input type="hidden" name="form" value="${form}">`;
}
