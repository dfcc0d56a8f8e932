import { TesseraConfigurationError, TesseraError, TesseraRefused, TesseraUnavailable } from './errors.ts';
import type { AnyTessera, Eligibility, EligibilityQuery, Entitlement } from './types.ts';

/** The refusal of a request, as a problem document (RFC 9457). */
export interface GateProblem {
  readonly type: string;
  readonly title: string;
  readonly status: 401 | 402 | 403 | 503;
  readonly code: string;
  readonly detail: string;
  /** The service's reason, such as `NoSeatAssigned`, or the code of its refusal. */
  readonly reason?: string;
  readonly capability?: string;
}

/** How a gate finds the tenant and the user of a request, after your own authentication. */
export interface GateOptions<Request, Product extends string = string> {
  /** The tenant's id; undefined if the request has none. */
  readonly tenant: (request: Request) => string | undefined | Promise<string | undefined>;
  /** The user, by object id or e-mail address. Only `requireSeat` needs it. */
  readonly user?: (request: Request) => EligibilityQuery | undefined | Promise<EligibilityQuery | undefined>;
  /** The client's product if it is absent. */
  readonly product?: Product;
}

/** The names that a client knows, of the real one as of one for tests. */
export type CapabilityOf<Client extends AnyTessera> = Parameters<
  Awaited<ReturnType<Client['entitlement']>>['can']
>[0];
export type ProductOf<Client extends AnyTessera> = NonNullable<
  NonNullable<Parameters<Client['entitlement']>[1]>['product']
>;

/** A gate of a web framework. */
export interface Gate<Capability extends string, Handler> {
  /** Lets requests pass whose tenant has the capability. */
  require(capability: Capability): Handler;
  /** Lets requests pass whose user may use the product: by a seat, a licence, or a plan that covers the tenant. */
  requireSeat(): Handler;
}

/** Undefined if the request may pass. Throws if the service refused the application's own request. */
export type GateCheck<Request> = (request: Request) => Promise<GateProblem | undefined>;

export const problemHeaders = {
  'content-type': 'application/problem+json',
  'cache-control': 'no-store',
} as const;

const userNotResolved = 'entitlement.user_not_resolved';

/** The headers of a response with a problem. */
export function headersOf({ status }: GateProblem): Record<string, string> {
  return status === 503 ? { ...problemHeaders, 'retry-after': '5' } : problemHeaders;
}

/** Makes the gate of an application. */
export type CreateGate<Request, Handler> = <Client extends AnyTessera>(
  tessera: Client,
  options: GateOptions<Request, ProductOf<Client>>,
) => Gate<CapabilityOf<Client>, Handler>;

/** For a web framework, whose handlers answer a request by what the check finds. */
export function gatesOf<Request, Handler>(
  toHandler: (check: GateCheck<Request>) => Handler,
): CreateGate<Request, Handler> {
  return (tessera, options) => createGateOf(tessera, options, toHandler);
}

function createGateOf<Client extends AnyTessera, Request, Handler>(
  tessera: Client,
  options: GateOptions<Request, ProductOf<Client>>,
  toHandler: (check: GateCheck<Request>) => Handler,
): Gate<CapabilityOf<Client>, Handler> {
  const product = options.product === undefined ? {} : { product: options.product };
  return {
    require: (capability) =>
      toHandler(async (request) => {
        const tenantId = await options.tenant(request);
        if (tenantId === undefined) return tenantMissing;
        return unlessUnavailable(async () =>
          judgeCapability(await tessera.entitlement(tenantId, product), capability),
        );
      }),
    requireSeat: () => {
      const userOf = options.user;
      if (userOf === undefined) {
        throw new TesseraConfigurationError(
          'requireSeat() needs the option `user`, which finds the user of a request.',
        );
      }
      return toHandler(async (request) => {
        const tenantId = await options.tenant(request);
        if (tenantId === undefined) return tenantMissing;
        const user = await userOf(request);
        if (user === undefined) return userMissing;
        return unlessUnavailable(async () =>
          judgeSeat(await tessera.eligible(tenantId, { ...user, ...product })),
        );
      });
    },
  };
}

async function unlessUnavailable(
  check: () => Promise<GateProblem | undefined>,
): Promise<GateProblem | undefined> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof TesseraUnavailable) return unavailable;
    // The user signed in, but is no member of the tenant as the service knows it.
    if (error instanceof TesseraRefused && error.code === userNotResolved)
      return seatMissing(userNotResolved);
    // Frameworks answer with an error's `status`, but it is the application whose credential was refused, not its user's.
    if (error instanceof TesseraRefused) throw new TesseraError(error.message, { cause: error });
    throw error;
  }
}

/** An outage is no reason to ask a customer for money: without a document the answer is 503. */
export function judgeCapability<Capability extends string>(
  held: Entitlement<Capability>,
  capability: Capability,
): GateProblem | undefined {
  if (held.can(capability)) return undefined;
  if (held.raw === undefined) return unavailable;
  return held.accessLevel === 'None' ? notEntitled : capabilityMissing(capability);
}

export function judgeSeat({ isEligible, reason }: Eligibility): GateProblem | undefined {
  if (isEligible) return undefined;
  if (reason === 'Unavailable') return unavailable;
  return reason === 'TenantNotEntitled' ? notEntitled : seatMissing(reason);
}

function problem<Status extends GateProblem['status']>(
  status: Status,
  code: string,
  title: string,
  detail: string,
) {
  return { type: `urn:tessera:${code}`, title, status, code, detail };
}

const tenantMissing = problem(
  401,
  'tenant_missing',
  'The request has no tenant',
  'Sign in with an account of your organisation.',
);

const userMissing = problem(401, 'user_missing', 'The request has no user', 'Sign in.');

const notEntitled: GateProblem = {
  ...problem(
    402,
    'not_entitled',
    'Your organisation has no plan of this product',
    'Buy a plan, or renew the one that has ended.',
  ),
  reason: 'TenantNotEntitled',
};

const capabilityMissing = (capability: string): GateProblem => ({
  ...problem(
    402,
    'capability_missing',
    'Your plan does not include this',
    `Choose a plan that includes ${capability}.`,
  ),
  capability,
});

const seatMissing = (reason: string): GateProblem => ({
  ...problem(
    403,
    'seat_missing',
    'You have no licence for this product',
    'Ask your administrator to assign one to you.',
  ),
  reason,
});

const unavailable = problem(
  503,
  'entitlement_unavailable',
  'Your licence cannot be checked at present',
  'Try again in a few seconds.',
);
