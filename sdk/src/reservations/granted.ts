import { TesseraRefused } from '../errors.ts';
import { isQuantity, roundQuantity } from '../tracking/quantity.ts';
import type { GrantedReservation } from '../types.ts';
import { millionths } from './block-size.ts';
import type { Claim } from './ledger.ts';
import { unitsOf } from './reservation-api.ts';

const done = Promise.resolve();

/** A reservation of the caller: what is committed and released, and how often it counts. */
export abstract class Granted implements GrantedReservation, Claim {
  readonly isGranted = true;
  readonly units: number;
  /** By the steady clock. */
  readonly endsAt: number;
  state: Claim['state'] = 'Held';
  #commit: Promise<void> | undefined;

  constructor(units: number, endsAt: number) {
    this.units = units;
    this.endsAt = endsAt;
  }

  abstract readonly remaining: number | null;
  abstract readonly expiresAt: Date;
  abstract readonly failedOpen: boolean;
  /** Sets the state. */
  protected abstract counted(units: number): Promise<void>;
  /** Sets the state. */
  protected abstract freed(): Promise<void>;

  commit(quantity?: number): Promise<void> {
    if (this.#commit) return this.#commit;
    const units = quantity === undefined ? this.units : unitsOf(roundQuantity(quantity));
    const refused = this.#refuse(units, quantity);
    if (refused) return Promise.reject(refused);
    if (units === 0) return this.release();
    this.#commit = this.counted(units);
    return this.#commit;
  }

  release(): Promise<void> {
    return this.state === 'Held' ? this.freed() : done;
  }

  #refuse(units: number, quantity: number | undefined): TesseraRefused | undefined {
    if (quantity !== undefined && !isQuantity(roundQuantity(quantity))) {
      const code = quantity < 0 ? 'metering.quantity_negative' : 'request.validation_failed';
      return new TesseraRefused({ status: 422, code, title: `The quantity ${quantity} cannot be committed` });
    }
    if (this.state === 'Released' && units > 0) {
      const title = 'The reservation was released';
      return new TesseraRefused({ status: 409, code: 'metering.reservation_released', title });
    }
    if (units <= this.units) return undefined;
    return new TesseraRefused({
      status: 409,
      code: 'metering.reservation_exceeded',
      title: 'More is committed than was reserved',
      args: { reserved: this.units / millionths, quantity },
    });
  }
}
