import { nextStepText, subscriptionText } from '../../core/marketplace/purchases/account.ts';
import { formatNumber } from '../../core/values/format-number.ts';
import { type Brand, brandOf, noBrand } from '../pages/brand.ts';
import { type Html, html } from '../pages/html.ts';
import { factList, type Page } from '../pages/page.ts';
import type { ShownSubscription } from './account-facts.ts';
import { type AccountView, type AccountVisit, type CustomerVisit, detailUrl } from './account-visit.ts';
import type { ShownOrganisation } from './organisation-facts.ts';
import { organisationSection, type RefusedAppointment } from './organisation-part.ts';
import { usageList } from './usage-part.ts';

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

export interface OverviewMessages {
  /** What the last request has changed. */
  readonly done: string | null;
  readonly refused: RefusedAppointment | null;
}

export const noOverviewMessages: OverviewMessages = { done: null, refused: null };

export function overviewPage(
  visit: AccountVisit,
  subscriptions: readonly ShownSubscription[],
  organisation: ShownOrganisation | undefined,
  { done, refused }: OverviewMessages,
  now: Date,
): Page {
  return {
    status: refused ? 422 : 200,
    title: 'Your subscriptions',
    of: visit.seller,
    brand: sharedBrand(subscriptions),
    tone: 'calm',
    content: html`${done && html`<p class="done" role="status">${done}</p>`}
      ${subscriptions.map((shown) => card(visit, shown, now))}
      ${organisation && organisationSection(visit, organisation, refused)}
      ${signedIn(visit)}`,
  };
}

export function nothingHeldPage(visit: AccountVisit, supportContacts: readonly string[]): Page {
  const { seller } = visit;
  return {
    status: 403,
    title: 'Nothing to show for this account',
    of: seller,
    brand: { ...noBrand, supportContacts },
    tone: 'attention',
    content: visit.view ? nothingHeldBy(visit.view, seller) : otherAccount(visit, supportContacts),
  };
}

function nothingHeldBy({ customer }: AccountView, seller: string): Html {
  return html`<p>${customer} has bought nothing from ${seller} through this connection. People of ${customer} are asked to sign in
      with another account, or to confirm a new purchase on the marketplace.</p>`;
}

function otherAccount(
  { seller, user, otherAccount: link }: CustomerVisit,
  supportContacts: readonly string[],
): Html {
  return html`<p>You are signed in as <strong>${user.username}</strong>. The organisation of this account has bought nothing
        from ${seller}.</p>
      <p>If your organisation has bought something, sign in with an account of that organisation. A new purchase has to be confirmed
        first: open it on the marketplace and choose <strong>Configure account</strong>.</p>
      <p class="actions"><a class="button" href="${link}">Sign in with another account</a></p>
      ${supportContacts.length === 0 && html`<p class="quiet">If neither helps, contact ${seller}.</p>`}`;
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

/** In response to a form that a view does not have. */
export function readOnlyPage({ seller, url }: AccountVisit): Page {
  return {
    status: 403,
    title: 'Nothing can be changed here',
    of: seller,
    tone: 'attention',
    content: html`<p>You see this page as the customer does, to read only. Make the change in the portal, or ask the customer to make
        it.</p>
      <p class="actions"><a class="button" href="${url}">Back to the page</a></p>`,
  };
}

export function viewEndedPage(seller: string, portalUrl: string): Page {
  return {
    status: 403,
    title: 'This view has ended',
    of: seller,
    tone: 'attention',
    content: html`<p>A view as a customer lasts 30 minutes. It ends earlier with your session in the portal, or with the role that allows
        it. To see the page again, open the customer in the portal and choose <strong>View as customer</strong>.</p>
      <p class="actions"><a class="button" href="${portalUrl}">Open the portal</a></p>`,
  };
}

/** On every page of a view. */
export function viewBanner({ customer, staff, portalUrl }: AccountView): Html {
  return html`<aside class="view" aria-label="View as customer">
      <p><strong>You see this page as ${customer}. Nothing can be changed.</strong> Viewed by ${staff}.
        <a href="${portalUrl}">Back to the portal</a></p>
    </aside>`;
}

function card(visit: AccountVisit, shown: ShownSubscription, now: Date): Html {
  const { productName, planName, rights, applicationUrl } = shown;
  const link = rights.seesPeople ? 'Manage seats' : 'Details';
  return html`<div class="card">
      <h2>${productName}</h2>
      ${accountFacts(shown, now)}
      ${usageList(shown.meters, 3)}
      <p class="actions">
        <a class="button" href="${detailUrl(visit, shown.subscription.subscriptionId)}">${link}<span class="hidden"> of ${productName}, ${planName}</span></a>
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
    ['Your seat', isSeated && own !== null && ownSeat[own]],
  ]);
  return html`${nextStep && html`<p>${nextStep}</p>`}${facts}`;
}

export function signedIn(visit: AccountVisit): Html {
  if (visit.view) return html``;
  const { user, otherAccount, signOut, form } = visit;
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
