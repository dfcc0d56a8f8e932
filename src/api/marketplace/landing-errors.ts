import { type MarketplaceTraits, traitsOf } from '../../core/marketplace/connections/kinds.ts';
import { type Content, html } from '../pages/html.ts';
import type { Page } from '../pages/page.ts';

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

export const nothingLost = html`<p class="quiet">Nothing is lost: you need not buy again.</p>`;

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
