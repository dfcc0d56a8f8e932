import type { DocsTopic } from '../../parts/links/docs-topics.ts';
import type { StartingStep } from './getting-started-query.ts';

interface StepText {
  readonly title: string;
  readonly why: string;
  /** The label of its link. */
  readonly action: string;
  readonly docs: DocsTopic;
}

export const stepTexts: Readonly<Record<StartingStep, StepText>> = {
  ConnectMarketplace: {
    title: 'Connect the marketplace',
    why: 'Purchases, changes and usage are exchanged with your publisher account.',
    action: 'Connect',
    docs: 'connectAccount',
  },
  AddProduct: {
    title: 'Add a product',
    why: 'With its first plan. Applications request the entitlements of a product by its slug.',
    action: 'New product',
    docs: 'publishProduct',
  },
  AddPlan: {
    title: 'Add a plan and publish it',
    why: 'Customers buy plans. Drafts are invisible to applications.',
    action: 'Add plan',
    docs: 'publishProduct',
  },
  MapPlan: {
    title: 'Map the plan to an offer',
    why: 'A purchase of the offer and plan id at the marketplace activates the plan. Here you also add what is billed by use.',
    action: 'Add mapping',
    docs: 'mapPlan',
  },
  FirstPurchase: {
    title: 'Make the first purchase',
    why: 'Buy the plan as a customer would, and confirm the purchase on the landing page.',
    action: 'Make a test purchase',
    docs: 'testPurchase',
  },
  RegisterClient: {
    title: 'Register an API client',
    why: 'Your application calls the API as a client, with its own scopes and keys.',
    action: 'Register client',
    docs: 'authenticate',
  },
  FirstCall: {
    title: 'Make the first call',
    why: 'Issue a key and copy the call that is shown with it. It appears here within half a minute.',
    action: 'Issue key',
    docs: 'readEntitlement',
  },
};
