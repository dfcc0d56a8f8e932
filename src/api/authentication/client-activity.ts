import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxStoredRefusals } from '../../core/clients/activity.ts';
import { isUuid } from '../../core/identifiers.ts';
import { WorkspaceCounts } from '../../core/operations/workspace-labels.ts';
import type { Clock } from '../../core/ports.ts';
import type { ClientRefusal, ClientRefusals as Noted } from '../../storage/clients/activity.ts';
import type { CredentialUse } from '../../storage/clients/credential-uses.ts';
import type { ClientRequests } from './client-requests.ts';

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

/** The tenant in the URL; null if it is none. */
function tenantOf({ params }: FastifyRequest): string | null {
  const { tenantId } = Object(params) as { readonly tenantId?: string };
  return tenantId !== undefined && isUuid(tenantId) ? tenantId.toLowerCase() : null;
}
