import { setMaxListeners } from 'node:events';
import { LRUCache } from 'lru-cache';
import { withDeadline } from '../../async/deadline.ts';
import { SingleFlight } from '../../async/single-flight.ts';
import { confirmsLicence, type UsageRight } from '../../core/entitlements/idp-licence.ts';
import type { IdpLicenceQuery, IdpLicenceResponse, IdpLicences } from '../../core/entitlements/ports.ts';
import { staleGrace } from '../../core/entitlements/user-licence.ts';
import { admit, type Circuit, closedCircuit, settle } from '../../core/network/circuit-breaker.ts';
import type { Clock, Measurements } from '../../core/ports.ts';
import { createAccessTokens } from '../outgoing/access-tokens.ts';
import { type Exchange, requiredAddress } from '../outgoing/exchange.ts';
import { lookUpRights } from './look-up.ts';
import { type Failure, type TenantApplication, tenantApplicationOf, transient } from './provider-call.ts';
import { requestGraphToken } from './request-token.ts';

export interface IdpLicencesOptions {
  /** Where tokens are issued: `https://login.microsoftonline.com`. */
  readonly authUrl: string;
  /** Where usage rights are listed: `https://graph.microsoft.com`. */
  readonly graphUrl: string;
  readonly clock: Clock;
  readonly measurements: Measurements;
  readonly exchange: Exchange;
  /** For a whole look-up, including token and retry. */
  readonly budgetMilliseconds?: number;
  /** The maximum number of cached rows, over all users. */
  readonly rowLimit?: number;
}

const circuitRule = { failuresToOpen: 5, pauseMilliseconds: 30_000 };
const tenantLimit = 10_000;

/**
 * Reads licences from Microsoft Graph as the partner's application in the customer's tenant. Responses are cached,
 * look-ups are single-flight per user, and each tenant has a circuit breaker.
 */
export function createIdpLicences(options: IdpLicencesOptions): IdpLicences & { stop(): void } {
  const { clock, measurements, exchange, budgetMilliseconds = 2_000, rowLimit = 200_000 } = options;
  const authUrl = requiredAddress('The identity provider', options.authUrl);
  const graphUrl = requiredAddress('Microsoft Graph', options.graphUrl);
  const stopping = new AbortController();
  // Every call in flight adds a listener, which is not a leak.
  setMaxListeners(0, stopping.signal);

  const deadline = { milliseconds: budgetMilliseconds, stopped: stopping.signal };
  const tokens = createAccessTokens<TenantApplication, Failure>({
    clock,
    requestToken: (tenantApplication) =>
      withDeadline(
        deadline,
        (signal) => requestGraphToken(authUrl, tenantApplication, { exchange, clock }, signal),
        () => unanswered,
      ),
  });
  const context = { graphUrl, exchange, tokens, clock, budgetMilliseconds };

  const answers = new LRUCache<string, CachedResponse>({
    maxSize: rowLimit,
    sizeCalculation: ({ rights }) => 1 + rights.length,
  });
  const refusals = new LRUCache<string, CachedRefusal>({ max: tenantLimit });
  const circuits = new LRUCache<string, Circuit>({ max: tenantLimit });
  const flights = new SingleFlight<LookUpResult>();

  function mayTry(tenantId: string): boolean {
    const before = circuits.get(tenantId) ?? closedCircuit;
    const { isAdmitted, circuit } = admit(before, clock.now().getTime(), circuitRule);
    circuits.set(tenantId, circuit);
    return isAdmitted;
  }

  function settleTry(tenantId: string, { outcome }: LookUpResult): void {
    const before = circuits.get(tenantId) ?? closedCircuit;
    const hasSucceeded = outcome !== 'transient';
    circuits.set(tenantId, settle(before, hasSucceeded, clock.now().getTime(), circuitRule));
  }

  async function lookUpWithinBudget(
    tenantApplication: TenantApplication,
    userObjectId: string,
  ): Promise<LookUpResult> {
    const found = await withDeadline(
      deadline,
      (signal) => lookUpRights(tenantApplication, userObjectId, context, signal),
      () => unanswered,
    );
    if (found.outcome !== 'found') return found;
    return { outcome: 'found', answer: { rights: found.rights, checkedAt: clock.now() } };
  }

  async function lookUpLive(
    tenantApplication: TenantApplication,
    userName: string,
    userObjectId: string,
  ): Promise<LookUpResult> {
    if (!mayTry(tenantApplication.tenantId)) return unanswered;
    const result = await lookUpWithinBudget(tenantApplication, userObjectId);
    settleTry(tenantApplication.tenantId, result);
    if (result.outcome === 'found') answers.set(userName, result.answer);
    if (isRefusal(result)) {
      refusals.set(tenantApplication.name, { outcome: result.outcome, checkedAt: clock.now() });
    }
    return result;
  }

  function cachedFor(tenantApplication: TenantApplication, userName: string, serviceIdentifier: string) {
    const now = clock.now();
    const answer = answers.get(userName);
    if (answer && isFresh(answer, serviceIdentifier, now)) return reported(answer, false);
    const refusal = refusals.get(tenantApplication.name);
    if (refusal && isRefusalFresh(refusal, now)) return { outcome: refusal.outcome };
    return undefined;
  }

  return {
    async lookUp({ tenantId, userObjectId, serviceIdentifier, application }: IdpLicenceQuery) {
      if (!application) return { outcome: 'not-configured' };
      const tenantApplication = tenantApplicationOf(tenantId, application);
      const userName = `${tenantApplication.name} ${userObjectId.toLowerCase()}`;

      const cached = cachedFor(tenantApplication, userName, serviceIdentifier);
      measurements.cacheRead('idp-licence', cached ? 'hit' : 'miss');
      if (cached) return cached;

      const result = await flights.run(userName, () => lookUpLive(tenantApplication, userName, userObjectId));
      if (result.outcome === 'found') return reported(result.answer, false);
      if (isRefusal(result)) return { outcome: result.outcome };
      const earlier = answers.get(userName);
      return earlier && isUsableWhileDown(earlier, serviceIdentifier, clock.now())
        ? reported(earlier, true)
        : { outcome: 'unavailable' };
    },

    stop: () => stopping.abort(),
  };
}

type LookUpResult = { readonly outcome: 'found'; readonly answer: CachedResponse } | Failure;

const unanswered = transient({ retryAfterSeconds: null });

function isRefusal(result: LookUpResult): result is Pick<CachedRefusal, 'outcome'> {
  return result.outcome === 'not-configured' || result.outcome === 'consent-missing';
}

function reported({ rights, checkedAt }: CachedResponse, stale: boolean): IdpLicenceResponse {
  return { outcome: 'reported', rights, checkedAt, stale };
}

/** The licences of a user. */
interface CachedResponse {
  readonly rights: readonly UsageRight[];
  readonly checkedAt: Date;
}

/** A refusal of the application in a tenant, which applies to every user there. */
interface CachedRefusal {
  readonly outcome: 'not-configured' | 'consent-missing';
  readonly checkedAt: Date;
}

const minute = 60_000;
const confirmationTtl = 5 * minute;
const otherTtl = minute;

/** A confirmation is cached for 5 minutes, anything else for 1, because a new licence should take effect soon. */
export function isFresh(answer: CachedResponse, serviceIdentifier: string, now: Date): boolean {
  const limit = confirmsLicence(answer.rights, serviceIdentifier) ? confirmationTtl : otherTtl;
  return isYoungerThan(limit, answer, now);
}

export function isRefusalFresh(refusal: CachedRefusal, now: Date): boolean {
  return isYoungerThan(otherTtl, refusal, now);
}

/** During an outage of the provider only a confirmation counts, for an hour. */
export function isUsableWhileDown(answer: CachedResponse, serviceIdentifier: string, now: Date): boolean {
  return confirmsLicence(answer.rights, serviceIdentifier) && isYoungerThan(staleGrace + 1, answer, now);
}

/** An entry from the future was cached under a wrong clock and does not count. */
function isYoungerThan(limit: number, { checkedAt }: { readonly checkedAt: Date }, now: Date): boolean {
  const age = now.getTime() - checkedAt.getTime();
  return age >= 0 && age < limit;
}
