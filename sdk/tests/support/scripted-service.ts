import type { ServerResponse } from 'node:http';
import type { EntitlementDocument } from '../../src/types.ts';
import { json, Peer, problem, type ReceivedRequest, type ServiceResponse } from './peer.ts';

interface Held {
  readonly version: number;
  readonly change: Partial<EntitlementDocument>;
}

interface Item {
  readonly tenantId: string;
  readonly product: string;
  readonly etag?: string;
}

/** The tenant of a number. */
export const tenant = (number: number) => `b0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export function entitlementDocument(
  tenantId: string,
  product: string,
  { version, change }: Held,
): EntitlementDocument {
  return {
    tenantId,
    product: { slug: product, name: 'Aqueduct' },
    status: 'Active',
    accessLevel: 'Full',
    plans: [{ slug: 'standard', name: 'Standard' }],
    plan: { slug: 'standard', name: 'Standard' },
    edition: { slug: 'standard', name: 'Standard', rank: 20 },
    licenceModel: 'TenantWide',
    licenceOutcome: 'Licensed',
    capabilities: { scheduling: true, 'audit-trail': false },
    limits: { pipelines: 25 },
    quantity: null,
    validUntil: null,
    isTrial: false,
    trialEndsAt: null,
    cancelledAt: null,
    sources: ['Marketplace'],
    marketplace: null,
    evaluatedAt: '2026-11-15T09:00:00.000Z',
    version,
    ...change,
  };
}

/** A peer with the service's responses, for faults that the real service does not have. */
export class ScriptedService {
  readonly peer: Peer;
  /** Given instead of every response while it is set. */
  fault: ServiceResponse | undefined;
  /** Given to requests for signed tokens. */
  token: ServiceResponse = problem(404, 'route.not_found');
  readonly streams = new Set<ServerResponse>();
  hasStream = true;
  readonly #held = new Map<string, Held>();

  private constructor(peer: Peer) {
    this.peer = peer;
    peer.otherwise = (response, request) => this.#answer(response, request);
  }

  static async start(): Promise<ScriptedService> {
    return new ScriptedService(await Peer.start());
  }

  /** The next version of the tenant's entitlement. */
  change(tenantId: string, change: Partial<EntitlementDocument>): number {
    const version = (this.#held.get(tenantId)?.version ?? 1) + 1;
    this.#held.set(tenantId, { version, change });
    return version;
  }

  /** A message on every open stream. */
  tell(event: string, data: object): void {
    for (const stream of this.streams) stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** The items of each batch read that was received. */
  get batches(): readonly (readonly Item[])[] {
    return this.received('/api/v1/entitlements/batch').map(({ body }) => JSON.parse(body).items);
  }

  received(path: string): readonly ReceivedRequest[] {
    return this.peer.received.filter((request) => request.path.startsWith(path));
  }

  close(): Promise<void> {
    return this.peer.close();
  }

  #answer(response: ServerResponse, request: ReceivedRequest): void {
    const { path, body } = request;
    if (this.fault) this.fault(response, request);
    else if (path === '/api/v1/entitlements/batch') {
      const items = JSON.parse(body).items as readonly Item[];
      json(200, { results: items.map((item, index) => this.#result(item, index)) })(response, request);
    } else if (path === '/api/v1/changes' && this.hasStream) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      this.streams.add(response);
      response.on('close', () => this.streams.delete(response));
      response.write('event: ready\ndata: {"node":"one","at":"2026-11-15T09:00:00.000Z"}\n\n');
    } else if (path.endsWith('/eligibility')) {
      json(200, { isEligible: true, reason: 'SeatAssigned' })(response, request);
    } else if (path.includes('/token?')) this.token(response, request);
    else problem(404, 'route.not_found')(response, request);
  }

  #result({ tenantId, product, etag }: Item, index: number) {
    if (product !== 'aqueduct' && product !== 'forum') {
      return { index, status: 404, error: { code: 'product.not_found', status: 404, args: { product } } };
    }
    const held = this.#held.get(tenantId) ?? { version: 1, change: {} };
    const current = `W/"${tenantId}-${held.version}"`;
    if (etag === current) return { index, status: 304, etag: current };
    const entitlement = entitlementDocument(tenantId, product, held);
    return { index, status: 200, etag: current, entitlement };
  }
}
