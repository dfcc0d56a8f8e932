import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxStoredRefusals } from '../../core/clients/activity.ts';
import { maxBufferedRequests, RequestSample, sampleRules } from '../../core/clients/request-log.ts';
import { isSlug, isUuid } from '../../core/identifiers.ts';
import { WorkspaceCounts } from '../../core/operations/workspace-labels.ts';
import type { Clock } from '../../core/ports.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { ClientRefusal, ClientRefusals as Noted } from '../../storage/clients/activity.ts';
import type { CredentialUse } from '../../storage/clients/credential-uses.ts';
import type { ClientRequest } from '../../storage/clients/requests.ts';
import type { CustomerCall } from '../../storage/subscriptions/customer-calls.ts';

const minute = 60_000;

export interface UsedCredential extends Pick<CredentialUse, 'kind' | 'id'> {
  readonly workspaceId: string;
}

interface BufferedUse {
  readonly use: UsedCredential;
  minute: number;
  calls: number;
  /** The calls that are among those of the workspace already. */
  totalled: number;
}

/**
 * Buffers the uses of credentials (last minute, number of calls) for a later flush outside the request. Calls just
 * before the end of an hour may be counted in the next one.
 */
export class CredentialUses {
  readonly #buffer = new Map<string, BufferedUse>();
  readonly #byWorkspace = new WorkspaceCounts();

  record(use: UsedCredential, now: Date): void {
    const currentMinute = Math.floor(now.getTime() / minute);
    // Key ids and credential UUIDs differ in form, so the id alone is a unique key.
    const buffered = this.#buffer.get(use.id);
    if (buffered) {
      buffered.minute = currentMinute;
      buffered.calls += 1;
    } else this.#buffer.set(use.id, { use, minute: currentMinute, calls: 1, totalled: 0 });
  }

  /** The calls of API clients since the start of the process. Summed up on each scrape, not on each request. */
  callsByWorkspace(): WorkspaceCounts {
    for (const buffered of this.#buffer.values()) {
      if (buffered.use.kind === 'service-account-key') continue;
      this.#byWorkspace.add(buffered.use.workspaceId, buffered.calls - buffered.totalled);
      buffered.totalled = buffered.calls;
    }
    return this.#byWorkspace;
  }

  /** Returns and clears the buffer. */
  drain(): readonly CredentialUse[] {
    this.callsByWorkspace();
    const buffered = [...this.#buffer.values()];
    this.#buffer.clear();
    return buffered.map(({ use: { kind, id }, minute: last, calls }) => ({
      kind,
      id,
      lastUsedAt: new Date(last * minute),
      calls,
    }));
  }
}

/** Buffers the refusals of API clients for a later flush: all are counted, the latest of each client are stored. */
export class ClientRefusals {
  readonly #buffer = new Map<string, { client: Noted['client']; count: number; latest: ClientRefusal[] }>();
  /** The refusals since the start of the process. */
  readonly byWorkspace = new WorkspaceCounts();

  record({ workspaceId, apiClientId }: Noted['client'], refusal: ClientRefusal): void {
    this.byWorkspace.add(workspaceId, 1);
    const buffered = this.#buffer.get(apiClientId);
    if (!buffered) {
      this.#buffer.set(apiClientId, { client: { workspaceId, apiClientId }, count: 1, latest: [refusal] });
      return;
    }
    buffered.count += 1;
    buffered.latest.push(refusal);
    if (buffered.latest.length > maxStoredRefusals) buffered.latest.shift();
  }

  /** Returns and clears the buffer. */
  drain(): readonly Noted[] {
    const buffered = [...this.#buffer.values()];
    this.#buffer.clear();
    return buffered;
  }
}

interface Samples {
  readonly succeeded: RequestSample;
  readonly failed: RequestSample;
}

export interface BufferedRequest extends ClientRequest {
  readonly apiClientId: string;
}

/** Buffers the requests of API clients for their log. */
export class ClientRequests {
  readonly #isOn: boolean;
  readonly #samples = new Map<string, Samples>();
  #buffer: BufferedRequest[] = [];

  constructor({ requestLogDays }: { readonly requestLogDays: number }) {
    this.#isOn = requestLogDays > 0;
  }

  /**
   * How many requests this one stands for in the log; 0: it is not stored. Called for every request, so `add` has its own
   * call: most requests of a busy client end here.
   */
  take(apiClientId: string, status: number, now: Date): number {
    if (!this.#isOn) return 0;
    const samples = this.#samples.get(apiClientId) ?? this.#begin(apiClientId);
    const sample = status < 400 ? samples.succeeded : samples.failed;
    return sample.take(now.getTime(), this.#buffer.length < maxBufferedRequests);
  }

  add(request: BufferedRequest): void {
    this.#buffer.push(request);
  }

  /** Returns and clears the buffer. A client that was quiet for as long as its samples need begins anew. */
  drain(now: Date): readonly BufferedRequest[] {
    const at = now.getTime();
    for (const [apiClientId, { succeeded, failed }] of this.#samples) {
      if (succeeded.isFullAt(at) && failed.isFullAt(at)) this.#samples.delete(apiClientId);
    }
    const buffered = this.#buffer;
    this.#buffer = [];
    return buffered;
  }

  #begin(apiClientId: string): Samples {
    const samples = {
      succeeded: new RequestSample(sampleRules.succeeded),
      failed: new RequestSample(sampleRules.failed),
    };
    this.#samples.set(apiClientId, samples);
    return samples;
  }
}

/** A customer and a product as in the URL of the entitlement. */
export type CustomerKey = string & { readonly CustomerKey: unique symbol };

const keySeparator = '?product=';

export function customerKey(product: string, tenantId: string): CustomerKey {
  return `${tenantId}${keySeparator}${product}` as CustomerKey;
}

/** More customers than this are called about within seconds only under a heavy load; the next flush has the others. */
const maxCustomers = 50_000;

/**
 * Buffers the customers and products that API clients have asked about, for a later flush. A call costs the look-up of a
 * workspace and of a text whose hash is known: the key of a cached entitlement.
 */
export class CustomerCalls {
  readonly #buffer = new Map<string, Set<CustomerKey>>();
  #count = 0;

  record(workspaceId: string, key: CustomerKey): void {
    const called = this.#buffer.get(workspaceId);
    if (called?.has(key) || this.#count >= maxCustomers) return;
    this.#count += 1;
    if (called) called.add(key);
    else this.#buffer.set(workspaceId, new Set([key]));
  }

  /** The customers of usage records or events, of which most neighbours are the same. */
  recordAll(workspaceId: string, records: readonly (CustomerCall | Refusal)[]): void {
    let last: CustomerCall | undefined;
    for (const record of records) {
      if (isRefusal(record)) continue;
      if (last?.tenantId !== record.tenantId || last.product !== record.product) {
        this.record(workspaceId, customerKey(record.product, record.tenantId));
      }
      last = record;
    }
  }

  /** Returns and clears the buffer, by workspace. Calls may name what is no tenant or no product. */
  drain(): ReadonlyMap<string, readonly CustomerCall[]> {
    const drained = new Map(
      [...this.#buffer].map(([workspaceId, keys]) => [workspaceId, [...keys].flatMap(callOf)]),
    );
    this.#buffer.clear();
    this.#count = 0;
    return drained;
  }
}

function callOf(key: CustomerKey): CustomerCall | [] {
  const [tenantId = '', product = ''] = key.split(keySeparator);
  return isUuid(tenantId) && isSlug(product) ? { tenantId, product } : [];
}

/** Only requests of authenticated clients: an invalid credential identifies no client. */
export function recordRequests(
  app: FastifyInstance,
  {
    clientRefusals,
    clientRequests,
    clock,
  }: {
    readonly clientRefusals: ClientRefusals;
    readonly clientRequests: ClientRequests;
    readonly clock: Clock;
  },
): void {
  app.addHook('onResponse', (request, reply, done) => {
    done();
    if (request.caller === null) return;
    const { client } = request.caller;
    const { refusalCode: code, statusCode: status, elapsedTime: milliseconds } = reply;
    const now = clock.now();
    const answered = {
      status,
      method: request.method,
      route: request.routeOptions.url ?? '',
      requestId: request.id,
    };
    if (code !== null) clientRefusals.record(client, { refusedAt: now, code, ...answered });
    const requests = clientRequests.take(client.apiClientId, status, now);
    if (requests === 0) return;
    clientRequests.add({
      ...answered,
      apiClientId: client.apiClientId,
      requestedAt: new Date(now.getTime() - milliseconds),
      code,
      tenantId: tenantOf(request),
      milliseconds,
      requests,
    });
  });
}

/** The tenant in the URL; null if it is invalid. */
function tenantOf({ params }: FastifyRequest): string | null {
  const { tenantId } = Object(params) as { readonly tenantId?: string };
  return tenantId !== undefined && isUuid(tenantId) ? tenantId.toLowerCase() : null;
}
