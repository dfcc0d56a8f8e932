import { send } from '../answer.ts';
import { type BenchRequest, type Deck, writeDeck } from '../deck.ts';
import type { LoadGenerator } from '../load.ts';
import { type Meter, meterAt, meters, tenants } from './meters.ts';
import type { Shop } from './shop.ts';

const recordsOfRequest = 100;
/** More than a slice can send: a repeated request would report nothing new. */
const requestsOfDeck = 4_000;

export interface Intake {
  /** Records per second. */
  readonly rate: number;
  readonly records: number;
}

/** Returns requests of a hundred records, each of hours without a report. */
export class IntakeWalk {
  readonly #shop: Shop;
  readonly #load: LoadGenerator;
  #position = 0;

  constructor(shop: Shop, load: LoadGenerator) {
    this.#shop = shop;
    this.#load = load;
  }

  /** Requests every tenant once, so that the service has cached them. */
  async warm(url: string): Promise<void> {
    for (let number = 0; number < tenants / recordsOfRequest; number += 1) {
      const { status } = await send(url, this.#request(number));
      if (status !== 200) throw new Error(`The service answered ${status}`);
    }
    this.#position += tenants;
  }

  async run(url: string, seconds: number): Promise<Intake> {
    const deck = await this.#deal();
    try {
      const { rate, requests } = await this.#load.run(url, deck, seconds);
      if (requests > requestsOfDeck) throw new Error('The deck was too small: some requests were sent twice');
      this.#position += (requests + 64) * recordsOfRequest;
      return { rate: rate * recordsOfRequest, records: requests * recordsOfRequest };
    } finally {
      await deck.remove();
    }
  }

  #deal(): Promise<Deck> {
    const requests = Array.from({ length: requestsOfDeck }, (_, number) => this.#request(number));
    return writeDeck(requests);
  }

  #request(number: number): BenchRequest {
    const { apiKeys } = this.#shop;
    const first = this.#position + number * recordsOfRequest;
    const records = Array.from({ length: recordsOfRequest }, (_, index) =>
      recordOf(meterAt((first + index) % meters)),
    );
    return {
      method: 'POST',
      path: '/api/v1/metered-usage',
      headers: { 'x-api-key': apiKeys[number % apiKeys.length] ?? '' },
      body: JSON.stringify({ records }),
    };
  }
}

function recordOf({ tenantId, dimension, hour }: Meter) {
  return { tenantId, product: 'meter', dimension, quantity: 12.5, usageStartAt: hour.toISOString() };
}
