import { SingleFlight } from '../../../async/single-flight.ts';
import { SieveCache } from '../../../cache/sieve-cache.ts';
import {
  isFresh,
  nextListing,
  type OfferListing,
} from '../../../core/marketplace/connections/offer-listing.ts';
import type { Clock } from '../../../core/ports.ts';
import type { ConnectionView } from '../../../storage/marketplace/connection-views.ts';
import type { ReadOffers } from './read-offers.ts';

interface CachedListing {
  /** Of the connection: changed settings may lead to another publisher's offers. */
  readonly revision: number;
  readonly listing: OfferListing;
}

const maxConnections = 1_000;
const maxBytes = 32 * 1024 * 1024;

/**
 * Caches the offers that each connection's marketplace lists: reading them takes a call for each offer and page of
 * subscriptions. The revision comes from the database with every request, so that a change evicts on every node.
 */
export class ListedOffers {
  readonly #clock: Clock;
  readonly #cached = new SieveCache<CachedListing>({
    maxEntries: maxConnections,
    maxBytes,
    bytesOf: ({ listing }) => 2 * JSON.stringify(listing).length,
  }).part();
  readonly #flights = new SingleFlight<OfferListing>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param isRefresh asks the marketplace even if a fresh listing is cached. */
  async get(
    connection: ConnectionView,
    isRefresh: boolean,
    read: () => Promise<ReadOffers>,
  ): Promise<OfferListing> {
    const cached = this.#find(connection);
    if (cached && !isRefresh && isFresh(cached, this.#clock.now())) return cached;
    return this.#flights.run(`${connection.connectionId} ${connection.revision}`, async () =>
      this.store(connection, await read()),
    );
  }

  /** Stores an answer of the marketplace; the doctor reads it without this cache. */
  store(connection: ConnectionView, read: ReadOffers): OfferListing {
    const listing = nextListing(this.#find(connection), read, this.#clock.now());
    const { connectionId, revision } = connection;
    const newest = this.#cached.get(connectionId)?.revision ?? revision;
    if (newest <= revision) this.#cached.set(connectionId, { revision, listing });
    return listing;
  }

  #find({ connectionId, revision }: ConnectionView): OfferListing | undefined {
    const cached = this.#cached.get(connectionId);
    return cached?.revision === revision ? cached.listing : undefined;
  }
}
