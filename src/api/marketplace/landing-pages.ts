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
import { type Html, html } from '../pages/html.ts';
import { factList, type Page } from '../pages/page.ts';
import { nothingLost } from './landing-errors.ts';

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

/** The e-mail address names the organisation; without one, its tenant id does. */
function whoIs({ email, tenantId }: MarketplaceUser, user: SignedInUser): Html {
  if (email !== null) return html`${email}`;
  const organisation = tenantId === user.tenantId ? 'Your organisation' : 'Organisation';
  return html`<small>${organisation}<br><code>${tenantId}</code></small>`;
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
