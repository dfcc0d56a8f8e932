import type { MeterUse } from '../../actions/usage/meter-use.ts';
import type { IncludedItem } from '../../core/catalogue/included.ts';
import { dayText, nextStepText, subscriptionText } from '../../core/marketplace/purchases/account.ts';
import { formatNumber } from '../../core/values/format-number.ts';
import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import { type Brand, brandOf, noBrand } from '../pages/brand.ts';
import { type Html, html } from '../pages/html.ts';
import { factList, type Page } from '../pages/page.ts';
import type { ShownSubscription } from './account-facts.ts';

/** The seller, the signed-in user, and the links of the pages. */
export interface AccountVisit {
  readonly seller: string;
  readonly user: SignedInUser;
  /** URL of the overview. */
  readonly url: string;
  readonly otherAccount: string;
  readonly signOut: string;
  /** CSRF protection of the forms. */
  readonly form: string;
}

export function accountSignInPage(seller: string, signIn: string): Page {
  return {
    status: 200,
    title: 'Your subscriptions',
    of: seller,
    tone: 'calm',
    content: html`<p>Sign in with your work account to see what your organisation has bought from ${seller}: plans, seats and
        usage.</p>
      <p class="actions"><a class="button" href="${signIn}">Sign in with your work account</a></p>
      <p class="quiet">We learn your name, your user name and your organisation, and nothing else.</p>`,
  };
}

/** In response to a form: a reload after the sign-in sends the form again, so that nothing has to be entered twice. */
export function sessionEndedPage(seller: string, signIn: string): Page {
  return {
    status: 401,
    title: 'Your session has ended',
    of: seller,
    tone: 'attention',
    content: html`<p>Nothing has changed. Sign in again in a new tab, with the same account. Then reload this page: your browser
        sends what you entered once more.</p>
      <p class="actions"><a class="button" href="${signIn}" target="_blank">Sign in (new tab)</a></p>`,
  };
}

export function overviewPage(
  visit: AccountVisit,
  subscriptions: readonly ShownSubscription[],
  now: Date,
): Page {
  return {
    status: 200,
    title: 'Your subscriptions',
    of: visit.seller,
    brand: sharedBrand(subscriptions),
    tone: 'calm',
    content: html`${subscriptions.map((shown) => card(visit, shown, now))} ${signedIn(visit)}`,
  };
}

export function nothingHeldPage(visit: AccountVisit, supportContacts: readonly string[]): Page {
  const { seller, user, otherAccount } = visit;
  return {
    status: 403,
    title: 'Nothing to show for this account',
    of: seller,
    brand: { ...noBrand, supportContacts },
    tone: 'attention',
    content: html`<p>You are signed in as <strong>${user.username}</strong>. The organisation of this account has bought nothing
        from ${seller}.</p>
      <p>If your organisation has bought something, sign in with an account of that organisation. A new purchase has to be confirmed
        first: open it on the marketplace and choose <strong>Configure account</strong>.</p>
      <p class="actions"><a class="button" href="${otherAccount}">Sign in with another account</a></p>
      ${supportContacts.length === 0 && html`<p class="quiet">If neither helps, contact ${seller}.</p>`}`,
  };
}

export function brandOfSubscription({ subscription, ...shown }: ShownSubscription): Brand {
  return brandOf(subscription.workspaceId, { ...shown, productId: subscription.productId });
}

/** The logo and colour of the only product, and the contacts of all. */
function sharedBrand(subscriptions: readonly ShownSubscription[]): Brand {
  const brands = subscriptions.map(brandOfSubscription);
  const products = new Set(subscriptions.map(({ subscription }) => subscription.productId));
  const [brand = noBrand] = products.size === 1 ? brands : [];
  return {
    ...brand,
    supportContacts: [...new Set(brands.flatMap(({ supportContacts }) => supportContacts))],
  };
}

export const accountErrors = {
  unknownAddress: {
    status: 404,
    title: 'This page does not exist',
    text: 'The link is incomplete, or does not belong to this service. Please ask the vendor for the right one.',
  },
  suspended: {
    status: 503,
    title: 'This page is not available at the moment',
    text: 'The vendor has to fix this. Your subscriptions stay as they are. Please try again later.',
  },
  signInNotSetUp: {
    status: 503,
    title: 'Signing in is not set up here yet',
    text: 'The vendor has to finish setting up this page. Please let them know.',
  },
  tooOften: {
    status: 429,
    title: 'Too many requests',
    text: 'There were too many requests within a minute. Please try again in a minute.',
  },
} as const;

export function accountErrorPage(error: keyof typeof accountErrors, seller = 'Tessera'): Page {
  const { status, title, text } = accountErrors[error];
  return { status, title, of: seller, tone: 'attention', content: html`<p>${text}</p>` };
}

export function detailUrl({ url }: AccountVisit, { subscription }: ShownSubscription): string {
  return `${url}/subscriptions/${subscription.subscriptionId}`;
}

function card(visit: AccountVisit, shown: ShownSubscription, now: Date): Html {
  const { productName, planName, rights, applicationUrl } = shown;
  const link = rights.seesPeople ? 'Manage seats' : 'Details';
  return html`<div class="card">
      <h2>${productName}</h2>
      ${accountFacts(shown, now)}
      ${usageList(shown.meters, 3)}
      <p class="actions">
        <a class="button" href="${detailUrl(visit, shown)}">${link}<span class="hidden"> of ${productName}, ${planName}</span></a>
        ${applicationUrl && html`<a href="${applicationUrl}">Go to ${productName}</a>`}
      </p>
    </div>`;
}

export function accountFacts(
  { subscription, planName, licenceModel, seats }: ShownSubscription,
  now: Date,
): Html {
  const { status, term } = subscriptionText(subscription, now);
  const { total, assigned, reserved, own } = seats;
  const waiting = reserved.length > 0 ? `, ${reserved.length} reserved` : '';
  const ownSeat = {
    Assigned: 'You have a seat',
    Reserved: 'A seat is reserved for you',
    None: 'You have no seat',
  };
  const isSeated = licenceModel === 'Seats' && subscription.endedAt === null;
  const nextStep = nextStepText(subscription);
  const facts = factList([
    ['Plan', planName],
    ['Status', status],
    ['Term', term],
    ['Seats', isSeated && `${formatNumber(assigned)} of ${formatNumber(total)} assigned${waiting}`],
    ['Your seat', isSeated && ownSeat[own]],
  ]);
  return html`${nextStep && html`<p>${nextStep}</p>`}${facts}`;
}

/** @param level of the heading: one below that of the subscription */
export function usageList(meters: readonly MeterUse[], level: 2 | 3): Html {
  if (meters.length === 0) return html``;
  const title = 'Usage of this period';
  return html`${level === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}
    <ul class="usage">${meters.map(usageItem)}</ul>`;
}

function usageItem({ name, unit, used, included, overage, period }: MeterUse): Html {
  const quantity = included?.quantity ?? null;
  const amount =
    quantity === null ? formatNumber(used) : `${formatNumber(used)} of ${formatNumber(quantity)}`;
  const last = period.end && dayText(new Date(period.end.getTime() - 1));
  const days = last ? `${dayText(period.start)} to ${last}` : `Since ${dayText(period.start)}`;
  const over = overage > 0 && quantity !== null && `${formatNumber(overage)} above the included quantity`;
  return html`<li>
      <span><strong>${name}</strong> <span>${amount} ${unit}</span></span>
      ${
        quantity !== null &&
        html`<progress max="${quantity}" value="${Math.min(used, quantity)}" aria-label="${name}, of the included quantity"></progress>`
      }
      <small>${days}${over && `. ${over}`}</small>
    </li>`;
}

/** What the plan includes, under the names that the vendor gave. */
export function includedList(items: readonly IncludedItem[]): Html {
  if (items.length === 0) return html``;
  return html`<h2>Included in your plan</h2>
    <ul class="usage">${items.map(includedItem)}</ul>`;
}

function includedItem({ name, description, amount }: IncludedItem): Html {
  const text =
    amount === null || amount === 'Unlimited'
      ? amount
      : [formatNumber(amount.value), amount.unit].filter(Boolean).join(' ');
  return html`<li>
      <span><span>${name}</span> ${text !== null && html`<span>${text}</span>`}</span>
      ${description !== null && html`<small>${description}</small>`}
    </li>`;
}

export function signedIn({ user, otherAccount, signOut, form }: AccountVisit): Html {
  return html`<footer>
      <p class="quiet">Signed in as ${user.name} (${user.username})</p>
      <div class="links">
        <a href="${otherAccount}">Use another account</a>
        <form method="post" action="${signOut}">
          <input type="hidden" name="form" value="${form}">
          <button class="link" type="submit">Sign out</button>
        </form>
      </div>
    </footer>`;
}
