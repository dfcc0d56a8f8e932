import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { LRUCache } from 'lru-cache';
import { withDeadline } from '../../async/deadline.ts';
import { SingleFlight } from '../../async/single-flight.ts';
import type { SellerAccount } from '../../core/marketplace/connections/kinds.ts';
import { defaultRegion } from '../../core/marketplace/licences/licence-address.ts';
import type { SellerRight } from '../../core/marketplace/licences/licence-service.ts';
import { readOutsideAddress } from '../../core/network/outside-address.ts';
import type { Clock } from '../../core/ports.ts';
import type { Exchange } from '../outgoing/exchange.ts';
import { type Failure, failure } from '../outgoing/failure.ts';
import { sendRequest } from '../outgoing/http-call.ts';
import { createOneRetry } from '../outgoing/one-retry.ts';
import { type AssumedRole, assumeRole } from './assume-role.ts';
import { type CallRefusal, type CallResult, expiredToken, readCallResponse } from './error-code.ts';
import type { NodeKeys } from './node-keys.ts';
import { type AwsKeys, signedHeaders } from './signed-request.ts';

export interface SellerCallerOptions {
  readonly clock: Clock;
  readonly exchange: Exchange;
  /** For accounts without an access key. */
  readonly nodeKeys: NodeKeys;
  /** For a whole call, including the role and a retry. */
  readonly budgetMilliseconds: number;
}

interface SellerRequest {
  readonly operation: SellerRight;
  readonly body: string;
  /** A transient failure is retried once. */
  readonly isRepeatable: boolean;
}

/** Signed calls as the account that published the product, within the budget. */
export interface SellerCaller {
  call(account: SellerAccount, request: SellerRequest): Promise<CallResult | CallRefusal | Failure>;
  stop(): void;
}

const metering = { host: 'metering.marketplace', target: 'AWSMPMeteringService', version: '1.1' };
// These are served in one region only.
const entitlement = {
  host: 'entitlement.marketplace',
  target: 'AWSMPEntitlementService',
  version: '1.1',
  region: defaultRegion,
};
const agreement = {
  host: 'agreement-marketplace',
  target: 'AWSMPCommerceService_v20200301',
  version: '1.0',
  region: defaultRegion,
};
interface SellerService {
  readonly host: string;
  readonly target: string;
  readonly version: string;
  readonly region?: string;
}
const services: Readonly<Record<SellerRight, SellerService>> = {
  ResolveCustomer: metering,
  BatchMeterUsage: metering,
  GetEntitlements: entitlement,
  SearchAgreements: agreement,
  DescribeAgreement: agreement,
};
const limitBytes = 1024 * 1024;
const renewalLeadMilliseconds = 5 * 60_000;
const roleLimit = 10_000;

export function createSellerCaller({
  clock,
  exchange,
  nodeKeys,
  budgetMilliseconds,
}: SellerCallerOptions): SellerCaller {
  const stopping = new AbortController();
  // Every call in flight adds a listener, which is not a leak.
  setMaxListeners(0, stopping.signal);
  const context = { exchange, clock };
  const deadline = { milliseconds: budgetMilliseconds, stopped: stopping.signal };
  const unanswered = () =>
    failure(
      stopping.signal.aborted
        ? 'The sender was stopped.'
        : `There was no response within ${budgetMilliseconds / 1_000} seconds.`,
    );
  const roles = new LRUCache<string, AssumedRole>({ max: roleLimit });
  const flights = new SingleFlight<AssumedRole | Failure>();

  /** The keys to sign with: the account's own or the node's, or those of the role that they assume. */
  async function keysOf(account: SellerAccount): Promise<AwsKeys | Failure> {
    const { credential, role, region } = account;
    const own = () => credential ?? nodeKeys.read({ assumesRole: role !== null });
    if (!role) return own();
    const address = addressOf(account, 'sts', region);
    if (typeof address !== 'string') return address;
    const name = roleName(account);
    const cached = roles.get(name);
    if (cached && cached.endsAt.getTime() - renewalLeadMilliseconds > clock.now().getTime())
      return cached.keys;
    const request = { address, region, roleArn: role.arn, externalId: role.externalId };
    // Has its own deadline: other calls may be waiting for the same role.
    const assumed = await flights.run(name, () =>
      withDeadline(
        deadline,
        async (signal) => {
          const keys = await own();
          return 'outcome' in keys ? keys : assumeRole(request, keys, context, signal);
        },
        unanswered,
      ),
    );
    if (assumed.outcome === 'failure') return assumed;
    roles.set(name, assumed);
    return assumed.keys;
  }

  async function callOnce(
    account: SellerAccount,
    { operation, body }: SellerRequest,
    signal: AbortSignal,
  ): Promise<CallResult | CallRefusal | Failure> {
    const { host, target, version, region = account.region } = services[operation];
    const address = addressOf(account, host, region);
    if (typeof address !== 'string') return address;
    const keys = await keysOf(account);
    if ('outcome' in keys) return keys;
    const unsigned = {
      address,
      headers: {
        'content-type': `application/x-amz-json-${version}`,
        'x-amz-target': `${target}.${operation}`,
      },
      body,
      service: 'aws-marketplace',
      region,
    } as const;
    const headers = await signedHeaders(unsigned, keys, clock.now());
    const sent = { service: 'AWS', address, method: 'POST', headers, body, limitBytes } as const;
    return readCallResponse(await sendRequest(sent, context, signal));
  }

  /** Keys of a role may end early: they are assumed again once, which is safe because nothing was written. */
  async function callWithRole(account: SellerAccount, request: SellerRequest, signal: AbortSignal) {
    const answer = await callOnce(account, request, signal);
    const hasEnded = answer.outcome === 'refused' && expiredToken.test(answer.code);
    if (!hasEnded || !roles.delete(roleName(account))) return answer;
    return callOnce(account, request, signal);
  }

  return {
    call(account, request) {
      const retryOf = request.isRepeatable ? transient : () => undefined;
      return withDeadline(
        deadline,
        (signal) =>
          createOneRetry(
            { clock, budgetMilliseconds, retryOf },
            signal,
          )(() => callWithRole(account, request, signal)),
        unanswered,
      );
    },
    stop: () => stopping.abort(),
  };
}

/** AWS's own address of a service, or the connection's for all services. */
function addressOf({ endpointUrl }: SellerAccount, host: string, region: string): string | Failure {
  const address = endpointUrl === null ? `https://${host}.${region}.amazonaws.com` : endpointUrl;
  const checked = readOutsideAddress(address);
  if (checked !== undefined) return `${checked}/`;
  const reason = `The endpoint must be https (http on this machine only); it is "${address}".`;
  return failure(reason, { isConfiguration: true });
}

/** The cache key covers everything that the temporary keys depend on. */
function roleName({ credential, role, region, endpointUrl }: SellerAccount): string {
  return createHash('sha256')
    .update(JSON.stringify([credential, role, region, endpointUrl]))
    .digest('base64');
}

function transient(answer: CallResult | CallRefusal | Failure) {
  if (answer.outcome !== 'failure' || answer.isConfiguration) return undefined;
  const { retryAfterSeconds } = answer;
  return { retryAfterMilliseconds: retryAfterSeconds === null ? null : retryAfterSeconds * 1_000 };
}
