import type { Entitlement, EntitlementDocument, StoredEntitlement } from '../types.ts';
import type { EntitlementRead } from './entitlement-batch.ts';
import { type Confirmation, changesAfter } from './entitlement-freshness.ts';
import { EntitlementView } from './entitlement-view.ts';

/** How long an entitlement whose time has come is not asked for again if the service has not changed it yet. */
const clockTolerance = 5_000;

/** A cached entitlement. Its answers are made once, so that a hit allocates nothing. */
export class Entry implements Confirmation {
  readonly tenantId: string;
  readonly product: string;
  etag: string;
  document: EntitlementDocument;
  confirmedAt: number;
  order: number;
  asOf: Date;
  answer: Promise<Entitlement>;
  /** The service's signed token, for the time after the grace period. */
  token: string | undefined;
  /** Whether it was asked for since it was confirmed. */
  isUsed = false;
  /** A message named a newer version than the document has, or the catalogue has changed. */
  isInvalid = false;
  /** When the clock changes it. */
  #changesAt: number;
  #staleResponse: Promise<Entitlement> | undefined;

  constructor(
    { tenantId, product, etag, document, confirmedAt: asOf, token }: StoredEntitlement,
    { confirmedAt, order, changesAt }: Confirmation & { readonly changesAt: number },
  ) {
    this.tenantId = tenantId;
    this.product = product;
    this.etag = etag;
    this.document = document;
    this.token = token;
    this.confirmedAt = confirmedAt;
    this.order = order;
    this.asOf = new Date(asOf);
    this.#changesAt = changesAt;
    this.answer = this.#answer(false);
  }

  get stored(): StoredEntitlement {
    const { tenantId, product, etag, document, token } = this;
    const stored = { tenantId, product, etag, document, confirmedAt: this.asOf.getTime() };
    return token === undefined ? stored : { ...stored, token };
  }

  /** Whether nothing is known that has changed it. */
  isValidAt(now: number): boolean {
    return !this.isInvalid && now < this.#changesAt;
  }

  get staleResponse(): Promise<Entitlement> {
    this.#staleResponse ??= this.#answer(true);
    return this.#staleResponse;
  }

  /** The answer when the grace period has ended. */
  get denial(): Promise<Entitlement> {
    return Promise.resolve(new EntitlementView(undefined, this.asOf, true));
  }

  /** Returns whether the document is another one. */
  confirm({ etag, document, requestedAt, order }: EntitlementRead, asOf: Date): boolean {
    const hasChanged = document !== undefined && etag !== this.etag;
    if (document) {
      this.document = document;
      this.#changesAt = requestedAt + changesAfter(document);
    } else if (requestedAt >= this.#changesAt) this.#changesAt = requestedAt + clockTolerance;
    this.etag = etag;
    this.confirmedAt = requestedAt;
    this.order = order;
    this.asOf = asOf;
    this.isUsed = false;
    this.isInvalid = false;
    this.answer = this.#answer(false);
    this.#staleResponse = undefined;
    return hasChanged;
  }

  #answer(stale: boolean): Promise<Entitlement> {
    return Promise.resolve(new EntitlementView(this.document, this.asOf, stale));
  }
}
