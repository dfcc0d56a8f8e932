import { randomUUID } from 'node:crypto';
import type { ActionContext } from '../../actions/context.ts';
import {
  endDeliveryLeases,
  type LeasedDelivery,
  leaseDeliveries,
} from '../../actions/webhooks/lease-deliveries.ts';
import { type SettledDeliveries, settleDeliveries } from '../../actions/webhooks/settle-deliveries.ts';
import { concurrently } from '../../async/concurrently.ts';
import type { EndpointKey } from '../../storage/webhooks/endpoints.ts';
import type { TakenLane } from '../../storage/webhooks/leases.ts';
import type { AttemptedDelivery } from '../../storage/webhooks/settle.ts';
import { type DeliveryLanes, laneName } from './delivery-lanes.ts';

/** Workspaces whose deliveries are leased or settled concurrently: one statement each. */
const maxConcurrentWorkspaces = 4;

interface OwnLease extends EndpointKey, TakenLane {}

/**
 * The leases of this process's lanes. A lease ends when its lane is empty, with the last result where possible, so that
 * another node may send to the endpoint. It does not end during a take.
 */
export class LaneLeases {
  /** Identifies leases whose take or end got no response. */
  readonly holder = randomUUID();
  readonly #context: () => ActionContext;
  readonly #lanes: DeliveryLanes;
  readonly #leases = new Map<string, OwnLease>();
  readonly #taking = new Set<string>();
  readonly #ending = new Set<string>();

  constructor(context: () => ActionContext, lanes: DeliveryLanes) {
    this.#context = context;
    this.#lanes = lanes;
  }

  /** Runs a take of these endpoints, without those whose lease is being ended. */
  async whileTaking<Key extends EndpointKey>(
    keys: readonly Key[],
    take: (keys: readonly Key[]) => Promise<void>,
  ): Promise<void> {
    const free = keys.filter((key) => !this.#ending.has(laneName(key)));
    for (const key of free) this.#taking.add(laneName(key));
    try {
      await take(free);
    } finally {
      for (const key of free) this.#taking.delete(laneName(key));
    }
  }

  /** Leases up to `limit` deliveries of each endpoint; passes each to `add` as soon as it is read. */
  async lease(
    wanted: readonly (EndpointKey & { readonly limit: number })[],
    add: (leased: LeasedDelivery, since: number) => void,
  ): Promise<void> {
    await concurrently(
      maxConcurrentWorkspaces,
      [...byWorkspace(wanted)],
      async ([workspaceId, endpoints]) => {
        const since = performance.now();
        const { lanes, leased } = await leaseDeliveries(this.#context(), {
          workspaceId,
          holder: this.holder,
          wanted: endpoints.map(({ limit, ...key }) => ({
            endpointId: key.endpointId,
            limit,
            sending: [...this.#lanes.eventIds(key)],
          })),
        });
        for (const lane of lanes) {
          const lease = { workspaceId, ...lane };
          this.#leases.set(laneName(lease), lease);
        }
        for (const one of leased) add(one, since);
      },
    );
  }

  /** Settles attempts; calls `done` for each workspace with its attempts and what was written. */
  async settle(
    attempted: readonly AttemptedDelivery[],
    done: (attempted: readonly AttemptedDelivery[], settled: SettledDeliveries) => void,
    onFailure: (error: unknown) => void,
  ): Promise<void> {
    await concurrently(maxConcurrentWorkspaces, [...byWorkspace(attempted)], async ([workspaceId, own]) => {
      const ended = this.#emptiedBy(own);
      const settle = () => settleDeliveries(this.#context(), { workspaceId, attempted: own, ended });
      const settled = await this.#whileEnding(ended, settle).catch((error: unknown) => {
        // Unsettled deliveries are sent again.
        onFailure(error);
        return { written: [], changed: [] };
      });
      done(own, settled);
    });
  }

  /** Ends the leases of the lanes that are empty. */
  async endIdle(): Promise<void> {
    await this.#end((name, lease) => !this.#taking.has(name) && this.#lanes.eventIds(lease).size === 0);
  }

  async endAll(): Promise<void> {
    await this.#end(() => true);
  }

  async #end(isEnded: (name: string, lease: OwnLease) => boolean): Promise<void> {
    const ended = [...this.#leases].filter(
      ([name, lease]) => !this.#ending.has(name) && isEnded(name, lease),
    );
    await concurrently(
      maxConcurrentWorkspaces,
      [...byWorkspace(ended.map(([, lease]) => lease))],
      async ([workspaceId, leases]) =>
        this.#whileEnding(leases, () => endDeliveryLeases(this.#context(), workspaceId, leases)),
    );
  }

  /** The leases whose only deliveries in progress are these. */
  #emptiedBy(attempted: readonly AttemptedDelivery[]): readonly OwnLease[] {
    const counts = new Map<string, number>();
    for (const one of attempted) counts.set(laneName(one), (counts.get(laneName(one)) ?? 0) + 1);
    return [...counts].flatMap(([name, count]) => {
      const lease = this.#leases.get(name);
      const isLast = lease && this.#lanes.eventIds(lease).size === count && !this.#taking.has(name);
      return isLast && !this.#ending.has(name) ? [lease] : [];
    });
  }

  async #whileEnding<Result>(leases: readonly OwnLease[], end: () => Promise<Result>): Promise<Result> {
    for (const lease of leases) this.#ending.add(laneName(lease));
    try {
      const result = await end();
      for (const lease of leases) this.#leases.delete(laneName(lease));
      return result;
    } finally {
      for (const lease of leases) this.#ending.delete(laneName(lease));
    }
  }
}

function byWorkspace<Key extends EndpointKey>(keys: readonly Key[]): ReadonlyMap<string, readonly Key[]> {
  const groups = new Map<string, Key[]>();
  for (const key of keys) {
    const group = groups.get(key.workspaceId);
    if (group) group.push(key);
    else groups.set(key.workspaceId, [key]);
  }
  return groups;
}
