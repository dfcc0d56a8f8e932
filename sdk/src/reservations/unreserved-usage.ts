import { TesseraRefused, TesseraUnavailable } from '../errors.ts';
import { readJson, type Service } from '../http/service.ts';
import type { Tracker } from '../tracking/tracker.ts';
import { millionths } from './block-size.ts';
import type { Meter } from './reservation-api.ts';

/** A larger quantity of a count is one event, which the service counts as one unit. */
const maxEventsOfCount = 10_000;
const maxProducts = 1_000;

/** Usage that no reservation counts: it is sent as usage events, so that it is not lost. */
export class UnreservedUsage {
  readonly #service: Service;
  readonly #tracker: Pick<Tracker, 'track'>;
  readonly #signal: AbortSignal;
  /** Whether each dimension is a count, by product. */
  readonly #counts = new Map<string, Map<string, boolean>>();

  constructor(service: Service, tracker: Pick<Tracker, 'track'>, signal: AbortSignal) {
    this.#service = service;
    this.#tracker = tracker;
    this.#signal = signal;
  }

  /** Reads in the background whether the dimension is a count, once for each dimension of a product. */
  learn({ tenantId, product, dimension }: Meter): void {
    const known = this.#counts.get(product) ?? new Map<string, boolean>();
    if (known.has(dimension) || this.#counts.size === maxProducts) return;
    this.#counts.set(product, known.set(dimension, false));
    this.#read(tenantId, product, known).catch((error: unknown) => {
      // A credential without the scope stays without it.
      if (!(error instanceof TesseraRefused)) known.delete(dimension);
    });
  }

  /** A usage event of a count is one unit, whatever its quantity. */
  needsManyEvents({ product, dimension }: Meter, units: number): boolean {
    return units !== millionths && this.#counts.get(product)?.get(dimension) === true;
  }

  /** @param id of a reservation, so that the event and a commit of the reservation count once together */
  async send(meter: Meter, units: number, occurredAt: Date, id?: string): Promise<void> {
    const { tenantId, product, dimension, plan, subscriptionId } = meter;
    const options = {
      product,
      occurredAt,
      ...(plan !== undefined && { plan }),
      ...(subscriptionId !== undefined && { subscriptionId }),
    };
    const quantity = units / millionths;
    if (!this.needsManyEvents(meter, units) || quantity > maxEventsOfCount) {
      const event = id === undefined ? options : { ...options, id };
      return this.#tracker.track(tenantId, dimension, quantity, event);
    }
    const events = Array.from({ length: quantity }, () =>
      this.#tracker.track(tenantId, dimension, 1, options),
    );
    await Promise.all(events);
  }

  async #read(tenantId: string, product: string, known: Map<string, boolean>): Promise<void> {
    const path = `/api/v1/entitlements/${tenantId}/usage?product=${encodeURIComponent(product)}`;
    const response = await this.#service.request({ method: 'GET', path, signal: this.#signal });
    const { dimensions } = Object(await readJson(response));
    if (!Array.isArray(dimensions)) throw new TesseraUnavailable('The response is no usage');
    for (const { dimension, aggregation } of dimensions) known.set(dimension, aggregation === 'Count');
  }
}
