import { type MarketplaceTraits, traitsOf } from '../../core/marketplace/connections/kinds.ts';
import type { MarketplaceSubscription, MarketplaceUser } from '../../core/marketplace/fulfilment-service.ts';
import {
  accountDomains,
  startText,
  termText,
  type VisitedSeats,
} from '../../core/marketplace/purchases/purchase-visit.ts';
import { formatNumber } from '../../core/values/format-number.ts';
import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import type { StoredMappedPlan } from '../../storage/marketplace/mapped-plans.ts';
import { type Brand, brandOf, noBrand } from '../pages/brand.ts';
import { type Content, type Html, html } from '../pages/html.ts';
import { factList, type Page } from '../pages/page.ts';

/** The seller, and the links of the page. */
export interface Visit {
  readonly workspaceId: string;
  readonly seller: string;
  /** Whether the marketplace begins to bill when the purchase is confirmed. */
  readonly beginsBilling: boolean;
  /** URL of this page. */
  readonly url: string;
  readonly signIn: string;
  readonly otherAccount: string;
}

export interface ShownPurchase {
  readonly purchase: MarketplaceSubscription;
  readonly plan: StoredMappedPlan | undefined;
  readonly user: SignedInUser;
  readonly seats: VisitedSeats;
  /** URL of the subscription on the customer's page. */
  readonly account: string;
}

export function signInPage({ seller, signIn, beginsBilling }: Visit): Page {
  return {
    status: 200,
    title: 'Complete your purchase',
    of: seller,
    tone: 'calm',
    content: html`<p>Thank you for choosing ${seller}. Two short steps are left: sign in with your work account, so that we
        know which organisation this is for, then check the purchase and confirm it.</p>
      <p class="actions"><a class="button" href="${signIn}">Sign in with your work account</a></p>
      <p class="quiet">We learn your name, your e-mail address and your organisation, and nothing else.${
        beginsBilling && ' Billing begins only when you confirm.'
      }</p>`,
  };
}

export function confirmPage(visit: Visit, shown: ShownPurchase, confirmation: string, action: string): Page {
  const { seller, otherAccount, beginsBilling } = visit;
  return {
    status: 200,
    title: `Confirm ${productOf(shown)}`,
    of: seller,
    brand: brandIn(visit, shown),
    tone: 'calm',
    content: html`<p>This is what was bought. When you confirm, it becomes active for your organisation${
      beginsBilling && ' and the marketplace begins to bill it'
    }.</p>
      ${purchaseFacts(shown)}
      <div class="actions">
        <form method="post" action="${action}">
          <input type="hidden" name="confirmation" value="${confirmation}">
          <button class="button" type="submit">Confirm</button>
        </form>
        <a href="${otherAccount}">Use another account</a>
      </div>`,
  };
}

export function activePage(visit: Visit, shown: ShownPurchase, isNew: boolean): Page {
  const product = productOf(shown);
  return {
    status: 200,
    title: isNew ? `All set: ${product} is active` : `${product} is active already`,
    of: visit.seller,
    brand: brandIn(visit, shown),
    tone: 'good',
    content: html`<p>${isNew ? 'Thank you. ' : ''}${
      shown.plan ? startText(shown.plan.licenceModel, shown.seats) : 'There is nothing left to do here.'
    }</p>
      ${purchaseFacts(shown)}
      ${onwards(shown, product)}
      <p class="quiet">${howToChange(shown)}</p>`,
  };
}

/** Confirmed, and the marketplace has not begun it yet. */
export function waitingPage(visit: Visit, shown: ShownPurchase): Page {
  return {
    status: 200,
    title: `${productOf(shown)} is being set up`,
    of: visit.seller,
    brand: brandIn(visit, shown),
    tone: 'calm',
    content: html`<p>Thank you, the purchase is confirmed for your organisation. The marketplace begins it by itself, mostly
        within a minute.</p>
      ${purchaseFacts(shown)}
      <p class="actions"><a class="button" href="${visit.url}">Check again</a></p>`,
  };
}

export function suspendedPage(visit: Visit, shown: ShownPurchase): Page {
  return {
    status: 200,
    title: `${productOf(shown)} is suspended`,
    of: visit.seller,
    brand: brandIn(visit, shown),
    tone: 'attention',
    content: html`<p>The marketplace has suspended the subscription, usually because a payment did not go through. Your data is
        kept. Correct the payment on the marketplace; the subscription is then reinstated automatically.</p>
      ${purchaseFacts(shown)}
      ${onwards(shown, productOf(shown))}`,
  };
}

export function endedPage(visit: Visit, shown: ShownPurchase): Page {
  return {
    status: 410,
    title: 'This subscription has ended',
    of: visit.seller,
    brand: brandIn(visit, shown),
    tone: 'attention',
    content: html`<p>It was cancelled or has expired, and cannot be activated again. To continue to use
        ${productOf(shown)}, buy it again on the marketplace.</p>
      ${purchaseFacts(shown, null)}`,
  };
}

export function wrongAccountPage(visit: Visit, purchase: MarketplaceSubscription, user: SignedInUser): Page {
  const domains = accountDomains(purchase);
  return {
    status: 403,
    title: 'Please use another account',
    of: visit.seller,
    tone: 'attention',
    content: html`<p>You are signed in as <strong>${user.username}</strong>, and this purchase belongs to another organisation.
        Sign in with an account of the organisation that bought it or that it was bought
        for${domains.length > 0 && html`: one that ends in ${oneOf(domains)}`}.</p>
      <p class="actions"><a class="button" href="${visit.otherAccount}">Sign in with another account</a></p>
      ${nothingLost}`,
  };
}

/** An error page without details of the purchase. */
export interface LandingError {
  readonly status: number;
  readonly title: string;
  readonly text: (seller: string, traits: MarketplaceTraits) => Content;
  /** Whether to offer the same link again. */
  readonly canRetry: boolean;
}

/** Text with the names between asterisks emphasised. */
const emphasised = (text: string) =>
  text.split('*').map((part, index) => (index % 2 === 1 ? html`<strong>${part}</strong>` : part));

const freshLink = ({ freshLink }: Pick<MarketplaceTraits, 'freshLink'>) =>
  html`<p>${emphasised(freshLink)}</p>`;

const nothingLost = html`<p class="quiet">Nothing is lost: you need not buy again.</p>`;

export const landingErrors = {
  unknownAddress: {
    status: 404,
    title: 'This link is not valid',
    text: (_, traits) =>
      html`<p>The link is incomplete, or does not belong to this service.</p>${freshLink(traits)}`,
    canRetry: false,
  },
  tokenMissing: {
    status: 400,
    title: 'Your link is not complete',
    text: (_, traits) => html`<p>The purchase token is missing or damaged.</p>${freshLink(traits)}`,
    canRetry: false,
  },
  tokenRefused: {
    status: 400,
    title: 'This link has expired',
    text: (_, traits) =>
      html`<p>The marketplace does not know the link, or it has expired.</p>${freshLink(traits)}`,
    canRetry: false,
  },
  signInNotSetUp: {
    status: 503,
    title: 'Signing in is not set up here yet',
    text: (
      seller,
    ) => html`<p>${seller} has to finish setting up this page before your purchase can be completed. Please let
      them know.</p>${nothingLost}`,
    canRetry: false,
  },
  marketplaceAway: {
    status: 503,
    title: 'The marketplace does not respond',
    text: () =>
      html`<p>Your purchase could not be read from the marketplace. Please try again in a few minutes.</p>${nothingLost}`,
    canRetry: true,
  },
  connectionRefused: {
    status: 503,
    title: 'Your purchase cannot be read',
    text: (
      seller,
    ) => html`<p>The marketplace refused access to your purchase. ${seller} has been notified and has to fix it. Please
      try again later.</p>${nothingLost}`,
    canRetry: true,
  },
  notReceived: {
    status: 503,
    title: 'Your plan is not ready yet',
    text: (
      seller,
    ) => html`<p>Your plan is not set up at ${seller} yet, so your purchase cannot be activated. They have been notified
      and have to complete it; you need not buy again. Please try again later.</p>${nothingLost}`,
    canRetry: true,
  },
  notActivated: {
    status: 503,
    title: 'Your purchase is not active yet',
    text: (
      seller,
    ) => html`<p>The marketplace did not confirm the activation. Your purchase is stored, and ${seller} has been
      notified. Please try again in a few minutes.</p>${nothingLost}`,
    canRetry: true,
  },
  unclear: {
    status: 503,
    title: 'The state of your subscription is unknown',
    text: (
      seller,
    ) => html`<p>The marketplace reports a different state than this service. ${seller} has been notified and will check it.
      Please try again later.</p>${nothingLost}`,
    canRetry: true,
  },
  tooOften: {
    status: 429,
    title: 'Too many requests',
    text: () => html`<p>There were too many requests from your network within a minute. Please try again in a minute.</p>
      ${nothingLost}`,
    canRetry: false,
  },
} as const satisfies Record<string, LandingError>;

export function landingErrorPage(
  error: LandingError,
  seller: string,
  url: string | null,
  connection: Parameters<typeof traitsOf>[0] = {},
): Page {
  const { status, title, text, canRetry } = error;
  return {
    status,
    title,
    of: seller,
    tone: 'attention',
    content: html`${text(seller, traitsOf(connection))}
      ${canRetry && url !== null && html`<p class="actions"><a class="button" href="${url}">Try again</a></p>`}`,
  };
}

function brandIn({ workspaceId }: Visit, { plan }: ShownPurchase): Brand {
  return plan ? brandOf(workspaceId, plan) : noBrand;
}

function productOf({ plan, purchase }: Pick<ShownPurchase, 'plan' | 'purchase'>): string {
  return plan?.productName ?? purchase.name;
}

function purchaseFacts({ purchase, plan, user }: ShownPurchase, term = termText(purchase)): Html {
  const { beneficiary, purchaser, quantity, name } = purchase;
  return factList([
    ['Product', plan?.productName],
    ['Plan', plan?.planName ?? purchase.planId],
    ['Seats', plan?.hasSeats && quantity !== null && formatNumber(quantity)],
    ['Term', term],
    ['Your name for it', name !== '' && name !== plan?.productName && name],
    ['Bought by', purchaser && whoIs(purchaser, user)],
    ['For', beneficiary && !isSameParty(beneficiary, purchaser) && whoIs(beneficiary, user)],
    ['Signed in as', html`${user.name}<br><small>${user.username}</small>`],
  ]);
}

function isSameParty(one: MarketplaceUser, other: MarketplaceUser | null): boolean {
  return one.tenantId === other?.tenantId && one.email === other.email;
}

/** The e-mail address names the organisation; its tenant id is for a purchase of another one without an address. */
function whoIs({ email, tenantId }: MarketplaceUser, user: SignedInUser): Html {
  if (email === null && tenantId === user.tenantId) return html`Your organisation`;
  return email === null ? html`<small>Organisation<br><code>${tenantId}</code></small>` : html`${email}`;
}

/** Purchases through a reseller can be changed only by the reseller. */
function howToChange({ purchase, plan }: ShownPurchase): string {
  const { allowedOperations } = purchase;
  const isForReseller = allowedOperations.length > 0 && !allowedOperations.includes('Update');
  const plans = plan?.hasSeats ? 'the plan or the number of seats' : 'the plan';
  return isForReseller
    ? `To change ${plans}, or to cancel, turn to the reseller it was bought from.`
    : `To change ${plans}, or to cancel, open the subscription on the marketplace.`;
}

/** To the application, and to the customer's page. */
function onwards({ plan, account }: ShownPurchase, product: string): Html {
  const isSeated = plan?.licenceModel === 'Seats';
  const manage = isSeated ? 'Manage account and seats' : 'Manage account';
  const application = plan?.applicationUrl;
  return html`<p class="actions">
      ${application && html`<a class="button" href="${application}">Go to ${product}</a>`}
      <a ${!application && html`class="button" `}href="${account}">${manage}</a>
    </p>`;
}

function oneOf(domains: readonly string[]): Html {
  const [first = '', ...rest] = domains.map((domain) => html`<strong>@${domain}</strong>`);
  return html`${first}${rest.map((domain) => html` or ${domain}`)}`;
}
