import { json, type Peer, type ReceivedRequest, type ServiceResponse } from './peer.ts';

interface Held {
  readonly quantity: number;
  committed: number | undefined;
  state: 'Held' | 'Committed' | 'Released' | 'Lapsed';
}

const path = '/api/v1/usage-reservations';

/** One limit of a service, and the usage events that it received. */
export class ScriptedLimit {
  readonly peer: Peer;
  limit: number | null;
  aggregation = 'Sum';
  readonly reservations = new Map<string, Held>();
  readonly events: { id: string; quantity: number }[] = [];
  /** Given instead of every response while it is set. */
  fault: ServiceResponse | undefined;

  constructor(peer: Peer, limit: number | null) {
    this.peer = peer;
    this.limit = limit;
    peer.otherwise = (response, request) => (this.fault ?? this.#answer(request))(response, request);
  }

  /** What was committed, each reservation once. */
  get committed(): number {
    return this.#sum(({ committed = 0 }) => committed);
  }

  get reserved(): number {
    return this.#sum(({ state, quantity }) => (state === 'Held' ? quantity : 0));
  }

  /** By events that were not commits before. */
  get sent(): number {
    const isCommit = (id: string) => this.reservations.get(id)?.state === 'Committed';
    return this.events.reduce((sum, { id, quantity }) => sum + (isCommit(id) ? 0 : quantity), 0);
  }

  /** The quantities that were asked for. */
  get asked(): readonly number[] {
    return this.peer.received
      .filter((request) => request.path === path)
      .map(({ body }) => JSON.parse(body).quantity);
  }

  lapseAll(): void {
    for (const held of this.reservations.values()) if (held.state === 'Held') held.state = 'Lapsed';
  }

  #answer({ method, path: asked, body }: ReceivedRequest): ServiceResponse {
    if (asked.startsWith('/api/v1/entitlements/')) {
      return json(200, { dimensions: [{ dimension: 'rows', aggregation: this.aggregation }] });
    }
    if (asked === '/api/v1/usage-events') return this.#take(JSON.parse(body).events);
    if (asked === path) return this.#reserve(JSON.parse(body).quantity);
    const [id = ''] = asked.slice(path.length + 1).split('/');
    const held = this.reservations.get(id);
    if (!held) return refusal('metering.reservation_not_found', 404);
    if (method === 'DELETE') {
      if (held.state === 'Held') held.state = 'Released';
      return (response) => response.writeHead(204).end();
    }
    if (held.state === 'Lapsed' || held.state === 'Released') return refusal('metering.reservation_lapsed');
    const { quantity = held.quantity } = JSON.parse(body);
    if (quantity > held.quantity) return refusal('metering.reservation_exceeded');
    held.committed ??= quantity;
    held.state = 'Committed';
    return json(200, { reservationId: id, state: 'Committed', quantity: held.committed });
  }

  #reserve(quantity: number): ServiceResponse {
    if (!(quantity > 0))
      return refusal(quantity === 0 ? 'metering.quantity_zero' : 'metering.quantity_negative', 422);
    const { limit, committed: used, reserved } = this;
    const args = { limit, used, reserved, resetsAt: '2026-11-15T10:00:00.000Z', setBy: 'Customer' };
    if (limit !== null && quantity > limit) return refusal('metering.quantity_over_limit', 422, args);
    const remaining = limit === null ? null : Math.max(0, limit - used - reserved);
    if (remaining !== null && quantity > remaining) {
      return refusal('metering.limit_reached', 409, { ...args, remaining });
    }
    const reservationId = crypto.randomUUID();
    this.reservations.set(reservationId, { quantity, committed: undefined, state: 'Held' });
    const left = remaining === null ? null : remaining - quantity;
    return json(201, { reservationId, remaining: left, expiresAt: '2026-11-15T09:01:00.000Z' });
  }

  #take(events: readonly { id: string; quantity: number }[]): ServiceResponse {
    const known = new Set(this.events.map(({ id }) => id));
    const fresh = events.filter(({ id }) => !known.has(id));
    this.events.push(...fresh);
    const duplicates = events.length - fresh.length;
    return json(200, { accepted: fresh.length, duplicates, refused: 0, exceptions: [] });
  }

  #sum(each: (held: Held) => number): number {
    return [...this.reservations.values()].reduce((sum, held) => sum + each(held), 0);
  }
}

function refusal(code: string, status = 409, args: object = {}): ServiceResponse {
  return json(status, { title: 'No.', detail: 'Do something.', status, code, args });
}
