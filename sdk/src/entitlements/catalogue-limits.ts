import { TesseraConfigurationError, TesseraRefused, TesseraUnavailable } from '../errors.ts';
import { readJson, type Service } from '../http/service.ts';
import type { EntitlementDocument } from '../types.ts';

type Limits = Readonly<Record<string, number>>;

interface ProductLimits {
  etag?: string | null;
  /** By plan slug; undefined until they were read. */
  plans?: ReadonlyMap<string, Limits>;
  error?: unknown;
  reading?: Promise<void> | undefined;
}

/** The limits of each product's plans, from the catalogue: entitlements do not have them. */
export class CatalogueLimits {
  readonly #service: Service;
  readonly #signal: AbortSignal;
  readonly #products = new Map<string, ProductLimits>();

  constructor(service: Service, signal: AbortSignal) {
    this.#service = service;
    this.#signal = signal;
  }

  /** Resolves when the product's limits were read once, or cannot be. Undefined if there is nothing to wait for. */
  ready(product: string): Promise<void> | undefined {
    return this.#products.has(product) ? this.#products.get(product)?.reading : this.refresh(product);
  }

  /** Never rejects. */
  refresh(product: string): Promise<void> {
    const known = this.#products.get(product) ?? {};
    this.#products.set(product, known);
    known.reading ??= this.#read(product, known).finally(() => {
      known.reading = undefined;
    });
    return known.reading;
  }

  async refreshAll(): Promise<void> {
    const readable = [...this.#products].filter(
      ([, { error }]) => !(error instanceof TesseraConfigurationError),
    );
    await Promise.all(readable.map(([product]) => this.refresh(product)));
  }

  forget(product: string): void {
    this.#products.delete(product);
  }

  /** The highest value of each limit over the plans in force; undefined if the catalogue was not read. */
  find(document: EntitlementDocument): Limits | undefined {
    const plans = this.#products.get(document.product.slug)?.plans;
    return plans && highest(document, plans);
  }

  /** Why the catalogue was not read. */
  errorOf(product: string): unknown {
    return (
      this.#products.get(product)?.error ?? new TesseraUnavailable('The catalogue has not been read yet')
    );
  }

  async #read(product: string, known: ProductLimits): Promise<void> {
    try {
      const response = await this.#service.request({
        method: 'GET',
        path: `/api/v1/catalogue/products/${encodeURIComponent(product)}`,
        headers: known.etag ? { 'if-none-match': known.etag } : {},
        signal: this.#signal,
      });
      if (response.status === 304) return;
      known.plans = plansOf(await readJson(response));
      known.etag = response.headers.get('etag');
      known.error = undefined;
    } catch (error) {
      known.error = limitError(error);
    }
  }
}

function limitError(error: unknown): unknown {
  if (!(error instanceof TesseraRefused) || error.status !== 403) return error;
  const message = 'limit() needs the scope catalogue:read: add it to the API client and start again.';
  return new TesseraConfigurationError(message, { cause: error });
}

function plansOf(body: unknown): ReadonlyMap<string, Limits> {
  const { plans } = Object(body) as { readonly plans?: unknown };
  if (!Array.isArray(plans)) throw new TesseraUnavailable('The response is no product');
  return new Map(plans.map((plan) => [String(Object(plan).slug), Object(Object(plan).limits)]));
}

/** By name, without a prototype: a limit may have any name. */
function highest({ plans }: EntitlementDocument, limits: ReadonlyMap<string, Limits>): Limits {
  const values: Record<string, number> = Object.create(null);
  for (const { slug } of plans) {
    for (const [name, value] of Object.entries(limits.get(slug) ?? {})) {
      if (typeof value === 'number') values[name] = Math.max(value, values[name] ?? value);
    }
  }
  return values;
}
