import type { SellerAccount } from '../../core/marketplace/connections/kinds.ts';
import type {
  FulfilmentResponse,
  FulfilmentService,
  ResolvedPurchase,
} from '../../core/marketplace/fulfilment-service.ts';
import type { Agreement } from '../../core/marketplace/licences/agreement.ts';
import { readAccountNumber, readLicenceArn } from '../../core/marketplace/licences/licence-address.ts';
import type { LicenceEntitlement } from '../../core/marketplace/licences/licence-plan.ts';
import type { LicenceService, SellerRight } from '../../core/marketplace/licences/licence-service.ts';
import { type Failure, failure } from '../outgoing/failure.ts';
import { readEntitlementPage } from './entitlement-page.ts';
import { type CallRefusal, type CallResult, textOf } from './error-code.ts';
import { readAgreement, readAgreementPage } from './read-agreement.ts';
import { createSellerCaller, type SellerCallerOptions } from './seller-caller.ts';

export interface LicenceServiceOptions extends Omit<SellerCallerOptions, 'budgetMilliseconds'> {
  /** For one call; for each page of a list. */
  readonly budgetMilliseconds?: number;
}

const pageSize = 25;
const agreementPageSize = 50;
const agreementPageLimit = 1_000;
/** An empty page may have a successor, so pages are counted, not entitlements. */
const pageLimit = 10_000;
const maxTokenLength = 10_000;

/** AWS takes these combinations of filters only. */
const activeAgreements = {
  catalog: 'AWSMarketplace',
  filters: [
    { name: 'PartyType', values: ['Proposer'] },
    { name: 'AgreementType', values: ['PurchaseAgreement'] },
    { name: 'ResourceType', values: ['SaaSProduct'] },
    { name: 'Status', values: ['ACTIVE'] },
  ],
};

/** Calls that have no effect, whether they are carried out or refused. */
const trials: Readonly<Record<SellerRight, (productCode: string) => object>> = {
  ResolveCustomer: () => ({ RegistrationToken: 'connection-check' }),
  BatchMeterUsage: () => ({ UsageRecords: [] }),
  GetEntitlements: (productCode) => ({ ProductCode: productCode, MaxResults: 1 }),
  SearchAgreements: () => ({ ...activeAgreements, maxResults: 1 }),
  DescribeAgreement: () => ({ agreementId: 'agmt-connectioncheck' }),
};

/** A client of AWS's registration and entitlement services. Purchases cannot be activated, changed or cancelled there. */
export function createLicenceService(
  options: LicenceServiceOptions,
): LicenceService<SellerAccount> & FulfilmentService<SellerAccount> & { stop(): void } {
  const caller = createSellerCaller({ budgetMilliseconds: 10_000, ...options });

  const tryRight: LicenceService<SellerAccount>['tryRight'] = async (account, right, productCode) => {
    const body = JSON.stringify(trials[right](productCode));
    const answer = await caller.call(account, { operation: right, body, isRepeatable: true });
    // Only the content was refused: the right is there.
    return answer.outcome === 'failure' ? unavailable(answer) : { outcome: 'answered', value: null };
  };

  return {
    authenticate: (account) => tryRight(account, 'ResolveCustomer', ''),

    async resolve(account, purchaseToken) {
      // Form decoding turns a plus sign into a blank; a token contains none.
      const token = purchaseToken.trim().replaceAll(' ', '+');
      if (token === '' || token.length > maxTokenLength)
        return refused('The registration token is not valid.', 400);
      const body = JSON.stringify({ RegistrationToken: token });
      const answer = await caller.call(account, { operation: 'ResolveCustomer', body, isRepeatable: true });
      return responseOf(answer, ({ body: members }) => readPurchase(members));
    },

    async *listEntitlements(account, { productCode, licence }) {
      const filter = licence === null ? {} : { Filter: { LICENSE_ARN: [licence] } };
      let next: string | null = null;
      for (let page = 0; page < pageLimit; page += 1) {
        const asked = { ProductCode: productCode, ...filter, MaxResults: pageSize };
        const body = JSON.stringify(next === null ? asked : { ...asked, NextToken: next });
        const answer = await caller.call(account, { operation: 'GetEntitlements', body, isRepeatable: true });
        const read = responseOf(answer, ({ body: members }) => readEntitlementPage(members));
        if (read.outcome !== 'answered') {
          yield read;
          return;
        }
        const { entitlements, nextToken } = read.value;
        yield { outcome: 'answered', value: entitlements } satisfies FulfilmentResponse<
          readonly LicenceEntitlement[]
        >;
        if (nextToken === null) return;
        if (nextToken === next) break;
        next = nextToken;
      }
      yield unavailable(failure('The list of entitlements has no end.'));
    },

    async *listActiveAgreements(account) {
      let next: string | null = null;
      for (let page = 0; page < agreementPageLimit; page += 1) {
        const wanted = { ...activeAgreements, maxResults: agreementPageSize };
        const body = JSON.stringify(next === null ? wanted : { ...wanted, nextToken: next });
        const answer = await caller.call(account, {
          operation: 'SearchAgreements',
          body,
          isRepeatable: true,
        });
        const read = responseOf(answer, ({ body: members }) => readAgreementPage(members));
        if (read.outcome !== 'answered') {
          yield read;
          return;
        }
        const { agreements, nextToken } = read.value;
        yield { outcome: 'answered', value: agreements } satisfies FulfilmentResponse<readonly Agreement[]>;
        if (nextToken === null) return;
        if (nextToken === next) break;
        next = nextToken;
      }
      yield unavailable(failure('The list of agreements has no end.'));
    },

    async getAgreement(account, agreementId) {
      const body = JSON.stringify({ agreementId });
      const answer = await caller.call(account, { operation: 'DescribeAgreement', body, isRepeatable: true });
      return responseOf(answer, ({ body: members }) => readAgreement(members));
    },

    tryRight,

    activate: async () => notOffered,
    async *listSubscriptions() {
      yield notOffered;
    },
    getSubscription: async () => notOffered,
    listAvailablePlans: async () => notOffered,
    changePlan: async () => notOffered,
    changeQuantity: async () => notOffered,
    cancel: async () => notOffered,
    getOperation: async () => notOffered,
    listOperations: async () => notOffered,
    acknowledgeOperation: async () => notOffered,

    stop: caller.stop,
  };
}

function responseOf<Value>(
  answer: CallResult | CallRefusal | Failure,
  read: (result: CallResult) => Value | undefined,
): FulfilmentResponse<Value> {
  if (answer.outcome === 'failure') return unavailable(answer);
  if (answer.outcome === 'refused') return answer;
  const value = read(answer);
  return value === undefined
    ? unavailable(failure('AWS answered 200: answer unreadable.'))
    : { outcome: 'answered', value };
}

/** Undefined without a product, a licence and an account; a listing from before licences has none. */
function readPurchase(members: CallResult['body']): ResolvedPurchase | undefined {
  const licence = readLicenceArn(members.LicenseArn);
  const account = readAccountNumber(members.CustomerAWSAccountId);
  const offerId = textOf(members.ProductCode);
  if (licence === undefined || account === undefined || offerId === '') return undefined;
  return {
    subscriptionId: licence,
    name: '',
    offerId,
    planId: '',
    quantity: null,
    subscription: null,
    account,
  };
}

function refused(reason: string, status: number): FulfilmentResponse<never> {
  return { outcome: 'refused', status, code: null, reason };
}

/** The traits of the kind keep callers from asking. */
const notOffered = refused('AWS does not offer this to sellers.', 405);

function unavailable(found: Failure): FulfilmentResponse<never> {
  return { ...found, outcome: 'unavailable' };
}
