import { dayText, seatProblemTexts } from '../../core/marketplace/purchases/account.ts';
import type { Activity } from '../../core/marketplace/purchases/activity.ts';
import { seatMailLink } from '../../core/marketplace/purchases/seat-mail.ts';
import { maxRequestedSeats, type RequestedSeat } from '../../core/subscriptions/seat-request.ts';
import type { MailState } from '../../core/workspaces/mail-queue.ts';
import type { SeatRecord } from '../../storage/subscriptions/seats.ts';
import { type Html, html } from '../pages/html.ts';
import type { Page } from '../pages/page.ts';
import type { ReservedSeat, ShownSubscription } from './account-facts.ts';
import { accountFacts, brandOfSubscription, signedIn } from './account-pages.ts';
import { type AccountVisit, detailUrl } from './account-visit.ts';
import { changeForm, removalForm } from './change-form.ts';
import type { RefusedFile } from './file-facts.ts';
import { licenceSection } from './licence-part.ts';
import { limitSection, type RefusedCeiling } from './limits-part.ts';
import type { SubscriptionDetail } from './subscription-facts.ts';
import { includedList, usageList } from './usage-part.ts';

export interface SeatMessages {
  /** What the last request has changed. */
  readonly done: string | null;
  /** The lines that got no seat, to correct. */
  readonly refused: readonly Extract<RequestedSeat, { outcome: 'Refused' }>[];
  readonly refusedCeiling: RefusedCeiling | null;
  readonly refusedFile: RefusedFile | null;
}

export const noMessages: SeatMessages = { done: null, refused: [], refusedCeiling: null, refusedFile: null };

/** One subscription; those who manage it assign and release its seats. */
export function subscriptionPage(
  visit: AccountVisit,
  shown: ShownSubscription,
  detail: SubscriptionDetail,
  messages: SeatMessages,
  now: Date,
): Page {
  const { productName, applicationUrl, meters, included, licenceModel, subscription } = shown;
  const isSeated = licenceModel === 'Seats' && subscription.endedAt === null;
  const isRefused = messages.refused.length > 0 || messages.refusedCeiling || messages.refusedFile;
  return {
    status: isRefused ? 422 : 200,
    title: productName,
    of: visit.seller,
    brand: brandOfSubscription(shown),
    tone: 'calm',
    content: html`<p class="back"><a href="${visit.url}">All subscriptions</a></p>
      ${messages.done && html`<p class="done" role="status">${messages.done}</p>`}
      ${accountFacts(shown, now)}
      ${isSeated && ownSeat(visit, shown)}
      ${applicationUrl && html`<p class="actions"><a class="button" href="${applicationUrl}">Go to ${productName}</a></p>`}
      ${usageList(meters, 2, detail.earlier)}
      ${includedList(included)}
      ${limitSection(visit, pathOf(shown), detail.limited, messages.refusedCeiling)}
      ${isSeated && seatSection(visit, shown, detail, messages)}
      ${detail.files && licenceSection(visit, { productName, path: pathOf(shown), files: detail.files, now }, messages.refusedFile)}
      ${activityList(detail.activities)}
      ${signedIn(visit)}`,
  };
}

/** A person without a seat learns how to get one. */
function ownSeat(visit: AccountVisit, shown: ShownSubscription): Html {
  const { seats, subscription, access } = shown;
  if (visit.view) return html``;
  const { user } = visit;
  if (seats.own === 'Reserved') {
    const accept = html`<button class="button" type="submit">Accept your seat</button>`;
    return changeForm(visit, `${pathOf(shown)}/accept`, accept, { kind: 'actions' });
  }
  if (seats.own === 'Assigned' || access === 'Manage' || user.tenantId !== subscription.tenantId)
    return html``;
  return html`<p>Seats are assigned by the person who bought the subscription, or by an administrator of your organisation. Send them
      your address <strong>${user.username}</strong>, or your object id <code>${user.objectId}</code>.</p>`;
}

function seatSection(
  visit: AccountVisit,
  shown: ShownSubscription,
  detail: SubscriptionDetail,
  { refused }: SeatMessages,
): Html {
  const { rights, seats, subscription } = shown;
  if (!rights.seesPeople) return html``;
  const free = Math.max(0, seats.total - seats.assigned - seats.reserved.length);
  const { holders, nextAfter } = detail;
  const next = nextAfter && `${detailUrl(visit, subscription.subscriptionId)}?after=${nextAfter}`;
  return html`<section class="seats" aria-labelledby="seats">
      <h2 id="seats">Seats</h2>
      <p>${free === 0 ? 'No seat is free.' : `${free} of ${seats.total} seats ${free === 1 ? 'is' : 'are'} free.`}</p>
      ${rights.mayAssign ? assignForm(visit, shown, refused) : html`<p>Seats can be assigned again when the subscription is active.</p>`}
      <h3>People with a seat</h3>
      <ul class="people">
        ${holders.map((seat) => holderItem(visit, shown, seat))}
        ${seats.reserved.map((seat) => reservedItem(visit, shown, seat))}
      </ul>
      ${next && html`<p><a href="${next}">More people</a></p>`}
      ${seatlessList(visit, shown, detail, free)}
    </section>`;
}

/** Known people, so that nobody has to look up an address. */
function seatlessList(
  visit: AccountVisit,
  shown: ShownSubscription,
  { seatless, hasMoreSeatless }: SubscriptionDetail,
  free: number,
): Html {
  if (seatless.length === 0) return html``;
  return html`<h3>People without a seat</h3>
    <ul class="people">${seatless.map(({ objectId, email }) => {
      const name = email ?? objectId;
      const button = html`<input type="hidden" name="people" value="${objectId}">
          <button class="link" type="submit">Assign<span class="hidden"> a seat to ${name}</span></button>`;
      return html`<li><span>${name}</span>${free > 0 && changeForm(visit, `${pathOf(shown)}/seats`, button)}</li>`;
    })}</ul>
    ${hasMoreSeatless && html`<p class="quiet">There are more. Enter their addresses above.</p>`}`;
}

function activityList(activities: readonly Activity[]): Html {
  if (activities.length === 0) return html``;
  return html`<section class="part" aria-labelledby="activity">
      <h2 id="activity">Activity</h2>
      <ul class="people">${activities.map(
        ({ at, text, by }) =>
          html`<li><span>${text} <small>${momentText(at)}${by !== null && `, by ${by}`}</small></span></li>`,
      )}</ul>
    </section>`;
}

function momentText(at: Date): string {
  return `${dayText(at)}, ${at.toISOString().slice(11, 16)} UTC`;
}

/** Below the overview. */
function pathOf({ subscription }: ShownSubscription): string {
  return `/subscriptions/${subscription.subscriptionId}`;
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
  const content = html`${hasFailed && problems}
      <label for="people">Assign seats to</label>
      <p class="quiet" id="people-hint">E-mail addresses or object ids, one in each line, at most ${maxRequestedSeats}.</p>
      <textarea id="people" name="people" rows="3" required autocomplete="off" autocapitalize="none" spellcheck="false"
        aria-describedby="people-hint${hasFailed ? ' problems' : ''}"${hasFailed && html` aria-invalid="true"`}>${refused
          .map(({ person }) => person)
          .join('\n')}</textarea>
      <p class="actions"><button class="button" type="submit">Assign seats</button></p>`;
  return changeForm(visit, `${pathOf(shown)}/seats`, content);
}

function holderItem(visit: AccountVisit, shown: ShownSubscription, seat: SeatRecord): Html {
  const name = seat.email ?? seat.objectId;
  const released = { field: 'memberId', value: seat.memberId, of: `of ${name}` };
  return html`<li>
      <span>${name} <small>${seat.isActive ? `Since ${dayText(seat.assignedAt)}` : 'Deactivated: cannot use the seat'}</small></span>
      ${releaseForm(visit, shown, { ...released, verb: 'Release', warning: 'They lose access at once.' })}
    </li>`;
}

const mailTexts: Readonly<Record<MailState, string>> = {
  None: 'They were not mailed.',
  Failed: 'They were not mailed.',
  Queued: 'The mail to them is on its way.',
  Sent: 'They were mailed.',
};

function reservedItem(visit: AccountVisit, shown: ShownSubscription, { email, mail }: ReservedSeat): Html {
  const cancelled = { field: 'email', value: email, of: `of ${email}` };
  return html`<li>
      <span>${email} <small>Reserved: they accept the seat by signing in at ${whereToAccept(visit, shown)}. ${mailTexts[mail]}
        ${ownMail(visit, shown, email)}</small></span>
      ${releaseForm(visit, shown, { ...cancelled, verb: 'Cancel', warning: 'The seat becomes free again.' })}
    </li>`;
}

function whereToAccept(visit: AccountVisit, { subscription }: ShownSubscription): Html {
  if (visit.view) return html`this page`;
  return html`<a href="${detailUrl(visit, subscription.subscriptionId)}">this page</a>`;
}

/** Not in a view: the mail would come from somebody else. */
function ownMail(visit: AccountVisit, { productName, subscription }: ShownSubscription, email: string): Html {
  if (visit.view) return html``;
  const link = detailUrl(visit, subscription.subscriptionId);
  const mail = seatMailLink({ address: email, productName, givenBy: visit.user.name, link });
  return html`<a href="${mail}">Write to them<span class="hidden">: ${email}</span></a>`;
}

function releaseForm(
  visit: AccountVisit,
  shown: ShownSubscription,
  release: Readonly<Record<'field' | 'value' | 'of' | 'warning' | 'verb', string>>,
): Html {
  return removalForm(visit, { ...release, noun: 'the seat', path: `${pathOf(shown)}/release` });
}
