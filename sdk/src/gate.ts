import { TesseraConfigurationError, TesseraError, TesseraRefused, TesseraUnavailable } from './errors.ts';
import {
  capabilityMissing,
  type GateProblem,
  licenceFileProblems,
  limitReached,
  notEntitled,
  readOnly,
  seatMissing,
  tenantMalformed,
  tenantMissing,
  unavailable,
  userMalformed,
  userMissing,
} from './gate-problem.ts';
import type { NamesOf, ProductName } from './names.ts';
import type { Offline } from './offline/types.ts';
import type { Eligibility, EligibilityQuery, Entitlement, GrantedReservation, Tessera } from './types.ts';

/**
 * How a gate finds the tenant and the user of a request, after your own authentication.
 *
 * @example
 * ```ts
 * import type { GateOptions } from '@tessera/client/hono';
 * import type { Context } from 'hono';
 *
 * const options: GateOptions<Context> = {
 *   tenant: (context) => context.req.header('x-tenant-id'),
 *   user: (context) => ({ email: context.req.header('x-email') }),
 * };
 * ```
 */
export interface GateOptions<Request, Product extends ProductName = ProductName> {
  /** The tenant's id; undefined or empty if the request has none. */
  readonly tenant: (request: Request) => string | undefined | Promise<string | undefined>;
  /** The user, by object id or e-mail address. Only `requireSeat` needs it. */
  readonly user?: (request: Request) => GateUser | undefined | Promise<GateUser | undefined>;
  /** The user, team or agent whose own limit counts. Only `meter` uses it. */
  readonly subject?: (request: Request) => string | undefined | Promise<string | undefined>;
  /** The client's product if it is absent. */
  readonly product?: Product;
}

/**
 * The user of a request. With neither member, or empty ones, the request has no user.
 *
 * @example
 * ```ts
 * import type { GateUser } from '@tessera/client/express';
 *
 * const user: GateUser = { userObjectId: 'd0000000-0000-4000-8000-000000000001' };
 * ```
 */
export interface GateUser {
  readonly userObjectId?: string | undefined;
  readonly email?: string | undefined;
}

/**
 * The options of one route.
 *
 * @example
 * ```ts
 * import type { RouteOptions } from '@tessera/client/express';
 *
 * const search: RouteOptions = { access: 'ReadOnly' }; // A POST that a suspended customer may send, too.
 * ```
 */
export interface RouteOptions {
  /** The access that a request needs. If it is absent, `ReadOnly` for GET and HEAD, and `Full` for other methods. */
  readonly access?: 'Full' | 'ReadOnly';
}

/**
 * A gate of a web framework. A refused request gets a problem document.
 *
 * @example
 * ```ts
 * import type { Gate } from '@tessera/client/express';
 * import express, { type RequestHandler } from 'express';
 *
 * export const schedules = (gate: Gate<'scheduling', RequestHandler>) =>
 *   express.Router().get('/schedules', gate.require('scheduling'), (_request, response) => void response.json([]));
 * ```
 */
export interface Gate<Capability extends string, Handler, Dimension extends string = string> {
  /** Lets requests pass whose tenant has the capability. */
  require(capability: Capability, options?: RouteOptions): Handler;
  /** Lets requests pass whose user may use the product: by a seat, a licence, or a plan that covers the tenant. */
  requireSeat(options?: RouteOptions): Handler;
  /**
   * Reserves a quantity of a dimension before the handler runs, 1 if it is absent: committed after a 2xx response, otherwise released.
   * Over the limit the response is 429 with `Retry-After` to the end of the limit's period, and says who set the limit.
   */
  meter(dimension: Dimension, quantity?: number): Handler;
}

/** Undefined if the request may pass. Throws if the service refused the application's own request. */
type GateCheck<Request> = (request: Request, method: string) => Promise<GateProblem | undefined>;

/** Returns what to do with the status of the response, or the problem that it gets instead. Throws like `GateCheck`. */
type GateMeter<Request> = (request: Request) => Promise<GateProblem | ((status: number) => Promise<void>)>;

/** How a web framework lets requests pass. */
interface GateHandlers<Request, Handler> {
  readonly ofCheck: (check: GateCheck<Request>) => Handler;
  readonly ofMeter: (meter: GateMeter<Request>) => Handler;
}

/** Makes the gate of an application. */
export interface CreateGate<Request, Handler> {
  <Own extends ProductName, Named extends ProductName = Own>(
    tessera: Tessera<Own>,
    options: GateOptions<Request, Named>,
  ): Gate<NamesOf<Named, 'capabilities'>, Handler, NamesOf<Named, 'dimensions'>>;
  /** From a licence file, which has one tenant, and knows neither users nor how much is used. */
  <Own extends ProductName>(
    offline: Offline<Own>,
  ): Pick<Gate<NamesOf<Own, 'capabilities'>, Handler>, 'require'>;
}

/** For a web framework, whose handlers answer a request by what the check or the meter finds. */
export function gatesOf<Request, Handler>(
  handlers: GateHandlers<Request, Handler>,
): CreateGate<Request, Handler> {
  function createGate(tessera: Tessera, options: GateOptions<Request>): Gate<string, Handler>;
  function createGate(offline: Offline): Pick<Gate<string, Handler>, 'require'>;
  function createGate(client: Tessera | Offline, options?: GateOptions<Request>) {
    if ('licence' in client) return createOfflineGate(client, handlers);
    if (options) return createGateOf(client, options, handlers);
    throw new TesseraConfigurationError(
      'A gate needs the option `tenant`, which finds the tenant of a request.',
    );
  }
  return createGate;
}

function createOfflineGate<Request, Handler>(
  offline: Offline,
  { ofCheck }: GateHandlers<Request, Handler>,
): Pick<Gate<string, Handler>, 'require'> {
  return {
    require: (capability, route) =>
      ofCheck(async (_request, method) => {
        const found = judgeCapability(offline, capability, neededAccess(method, route));
        const isOfAccess = found === readOnly || found === notEntitled;
        // A file that ended says less than the subscription, which may go on.
        return isOfAccess ? (licenceFileProblems[offline.state] ?? found) : found;
      }),
  };
}

function createGateOf<Request, Handler>(
  tessera: Tessera,
  options: GateOptions<Request>,
  { ofCheck, ofMeter }: GateHandlers<Request, Handler>,
): Gate<string, Handler> {
  const product = options.product === undefined ? {} : { product: options.product };
  const judgeTenant = async (tenantId: string, judge: (held: Entitlement) => GateProblem | undefined) =>
    judge(await tessera.entitlement(tenantId, product));
  return {
    require: (capability, route) =>
      ofCheck(async (request, method) => {
        const tenantId = await options.tenant(request);
        if (!tenantId) return tenantMissing;
        const access = neededAccess(method, route);
        return unlessRefused(() =>
          judgeTenant(tenantId, (held) => judgeCapability(held, capability, access)),
        );
      }),
    requireSeat: (route) => {
      const userOf = options.user;
      if (userOf === undefined) {
        throw new TesseraConfigurationError(
          'requireSeat() needs the option `user`, which finds the user of a request.',
        );
      }
      return ofCheck(async (request, method) => {
        const tenantId = await options.tenant(request);
        if (!tenantId) return tenantMissing;
        const query = queryOf(await userOf(request));
        if (!query) return userMissing;
        const access = neededAccess(method, route);
        return unlessRefused(
          async () =>
            judgeSeat(await tessera.eligible(tenantId, { ...query, ...product })) ??
            (access === 'Full' ? judgeTenant(tenantId, (held) => judgeAccess(held, access)) : undefined),
          userMalformed,
        );
      });
    },
    meter: (dimension, quantity = 1) =>
      ofMeter(async (request) => {
        const tenantId = await options.tenant(request);
        if (!tenantId) return tenantMissing;
        const subject = await options.subject?.(request);
        return unlessRefused(async () => {
          const reserved = await tessera.reserve(tenantId, dimension, quantity, {
            ...product,
            ...(subject && { subject }),
          });
          return reserved.isGranted ? settlementOf(reserved) : limitReached(reserved);
        });
      }),
  };
}

/** The response was sent, or the request was given up. */
function settlementOf(reserved: GrantedReservation): (status: number) => Promise<void> {
  return (status) => (status >= 200 && status < 300 ? reserved.commit() : reserved.release());
}

/** By RFC 9110 these methods change nothing. */
const readingMethods = ['GET', 'HEAD', 'OPTIONS'];

export function neededAccess(method: string, { access }: RouteOptions = {}): 'Full' | 'ReadOnly' {
  return access ?? (readingMethods.includes(method.toUpperCase()) ? 'ReadOnly' : 'Full');
}

/** Undefined if the request has no user. */
function queryOf({ userObjectId, email }: GateUser = {}): EligibilityQuery | undefined {
  return userObjectId || email
    ? { ...(userObjectId && { userObjectId }), ...(email && { email }) }
    : undefined;
}

const userNotResolved = 'entitlement.user_not_resolved';
const noSubscription = 'metering.subscription_not_found';
const malformed = 'request.validation_failed';

/** The client itself tells whether the tenant is malformed; `otherMalformed` is for what the service finds malformed. */
async function unlessRefused<Found>(
  check: () => Promise<Found>,
  otherMalformed?: GateProblem,
): Promise<Found | GateProblem> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof TesseraUnavailable) return unavailable;
    if (!(error instanceof TesseraRefused)) throw error;
    // The user signed in, but is no member of the tenant as the service knows it.
    if (error.code === userNotResolved) return seatMissing(userNotResolved);
    const { code, args } = error;
    if (code === noSubscription) return notEntitled;
    if (code === malformed && args.member === 'tenantId') return tenantMalformed;
    if (code === malformed && args.member === undefined && otherMalformed) return otherMalformed;
    // Frameworks answer with an error's `status`, but it is the application whose credential was refused, not its user's.
    throw new TesseraError(error.message, { cause: error });
  }
}

/** An outage is no reason to ask a customer for money: without a document the answer is 503. */
export function judgeCapability<Capability extends string>(
  held: Entitlement<Capability>,
  capability: Capability,
  access: 'Full' | 'ReadOnly',
): GateProblem | undefined {
  if (held.can(capability) || held.raw === undefined || held.accessLevel === 'None') {
    return judgeAccess(held, access);
  }
  return capabilityMissing(capability);
}

function judgeAccess(
  { raw, accessLevel }: Pick<Entitlement, 'raw' | 'accessLevel'>,
  access: 'Full' | 'ReadOnly',
): GateProblem | undefined {
  if (raw === undefined) return unavailable;
  if (accessLevel === 'None') return notEntitled;
  return accessLevel === 'ReadOnly' && access === 'Full' ? readOnly : undefined;
}

export function judgeSeat({ isEligible, reason }: Eligibility): GateProblem | undefined {
  if (isEligible) return undefined;
  if (reason === 'Unavailable') return unavailable;
  return reason === 'TenantNotEntitled' ? notEntitled : seatMissing(reason);
}
