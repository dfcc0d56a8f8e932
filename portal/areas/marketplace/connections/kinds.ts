import type { DocsTopic } from '../../../parts/links/docs-topics.ts';
import type { Connection } from './queries.ts';

/** What the portal says about a marketplace, where its words differ from another's. */
interface KindTexts {
  readonly name: string;
  /** Under the label Marketplace. */
  readonly shortName: string;
  /** The form of its account. */
  readonly account: 'application' | 'seller';
  readonly guide: DocsTopic;
  /** What the doctor checks. */
  readonly checks: string;
  readonly reconciliation: string;
  readonly addresses: string;
  readonly webhook: string;
  readonly testPurchase: string;
  readonly testGuide: DocsTopic;
  /** What the ids of a mapping are there. */
  readonly offerId: string | undefined;
  readonly planId: string | undefined;
  /** Where to find the ids. */
  readonly ids: string;
}

const repairs = 'Each repair creates a notice in the inbox.';

/**
 * The only file of the portal that names marketplaces. What a marketplace can do is not decided by its name but by the
 * `traits` of a connection.
 */
export const marketplaceKinds: Readonly<Record<Connection['kind'], KindTexts>> = {
  Microsoft: {
    name: 'Microsoft Marketplace',
    shortName: 'Microsoft',
    account: 'application',
    guide: 'connectAccount',
    checks: 'Checks credential, subscriptions, mappings, dimensions, metering, webhook and landing page.',
    reconciliation: `Every hour all subscriptions are compared with the marketplace and differences are repaired. ${repairs}`,
    addresses: 'Enter these in the technical configuration of each offer.',
    webhook: 'Connection webhook',
    testPurchase: 'Before customers buy, buy the plan yourself: privately, in the preview of your offer.',
    testGuide: 'testPurchase',
    offerId: undefined,
    planId: undefined,
    ids: 'Type the ids as they are in Partner Center.',
  },
  Aws: {
    name: 'AWS Marketplace',
    shortName: 'AWS',
    account: 'seller',
    guide: 'sellOnAws',
    checks: 'Checks the credential, each right that it uses, mappings, event address and landing page.',
    reconciliation: `Every hour contracts are compared with the marketplace and differences are repaired. ${repairs}`,
    addresses:
      'The landing page is the fulfilment URL of each product. A rule of EventBridge sends the events to the event address, with the event secret in the header X-Tessera-Event-Secret.',
    webhook: 'Event address',
    testPurchase:
      'Before customers buy, buy the product yourself: while its visibility is limited, with an account on its list.',
    testGuide: 'sellOnAws',
    offerId: 'The product code',
    planId: 'The contract dimension, or * for pay as you go',
    ids: 'Type the product code and the dimension as they are in the AWS Marketplace Management Portal.',
  },
};

/** The example of the address field; other clouds have another one. */
export const usualMarketplaceUrl = 'https://marketplaceapi.microsoft.com';
