import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tenant } from '../../tests/support/scripted-service.ts';
import { createClock } from '../clock.ts';
import { Emitter } from '../emitter.ts';
import { TesseraRefused, TesseraUnavailable } from '../errors.ts';
import type { Service } from '../http/service.ts';
import { ServiceClock } from '../http/service-clock.ts';
import { ServiceHealth } from '../http/service-health.ts';
import type { GrantedReservation } from '../types.ts';
import { Reservations } from './reservations.ts';

const limit = 5_000;
const path = '/api/v1/usage-reservations';

interface Held {
  readonly quantity: number;
  readonly endsAt: number;
  committed?: number;
  isReleased?: true;
}

/** One limit in memory. A fault loses a request or its response. */
class Limit implements Service {
  now = 0;
  fault: 'request' | 'response' | undefined;
  readonly held = new Map<string, Held>();

  get used(): number {
    return [...this.held.values()].reduce((sum, { committed = 0 }) => sum + committed, 0);
  }

  get reserved(): number {
    const open = [...this.held.values()].filter((one) => this.#isOpen(one));
    return open.reduce((sum, { quantity }) => sum + quantity, 0);
  }

  async request({ method, path: asked, body }: Parameters<Service['request']>[0]): Promise<Response> {
    if (asked.includes('/usage?')) return Response.json({ dimensions: [] });
    const lost = this.fault;
    if (lost === 'request') throw new TesseraUnavailable('The request is lost');
    const response = this.#answer(method, asked, JSON.parse(String(body ?? '{}')));
    expect(this.used + this.reserved).toBeLessThanOrEqual(limit);
    if (lost === 'response') throw new TesseraUnavailable('The response is lost');
    return response;
  }

  #answer(method: string, asked: string, { quantity }: { quantity: number }): Response {
    if (asked === path) {
      const remaining = limit - this.used - this.reserved;
      if (quantity > remaining) {
        const args = { limit, used: this.used, reserved: this.reserved, remaining, setBy: 'Plan' };
        throw new TesseraRefused({ status: 409, code: 'metering.limit_reached', args });
      }
      const reservationId = crypto.randomUUID();
      this.held.set(reservationId, { quantity, endsAt: this.now + 60_000 });
      const expiresAt = new Date(this.now + 60_000).toISOString();
      return Response.json({ reservationId, remaining: remaining - quantity, expiresAt });
    }
    const held = this.held.get(asked.split('/')[4] ?? '');
    if (!held) throw new TesseraRefused({ status: 404, code: 'metering.reservation_not_found' });
    if (method === 'DELETE') {
      if (this.#isOpen(held)) held.isReleased = true;
    } else if (held.committed === undefined) {
      if (!this.#isOpen(held)) throw new TesseraRefused({ status: 409, code: 'metering.reservation_lapsed' });
      expect(quantity).toBeLessThanOrEqual(held.quantity);
      held.committed = quantity;
    }
    return Response.json({});
  }

  #isOpen({ committed, isReleased, endsAt }: Held): boolean {
    return committed === undefined && !isReleased && endsAt > this.now;
  }
}

const command = fc.record({
  does: fc.constantFrom(
    'reserve',
    'reserve',
    'reserve',
    'commit',
    'commit',
    'release',
    'flush',
    'wait',
    'fault',
  ),
  number: fc.integer({ min: 1, max: 40 }),
});

it('counts what was committed exactly once, and grants no more than the limit, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 120 }), async (commands) => {
      const service = new Limit();
      const clock = createClock(() => service.now);
      const events: { quantity: number; id: string | undefined }[] = [];
      const reservations = new Reservations({
        service,
        serviceClock: new ServiceClock(() => service.now, 0),
        clock,
        health: new ServiceHealth(clock, 60_000),
        emitter: new Emitter(),
        tracker: {
          track: async (_tenant, _dimension, quantity = 1, options) =>
            void events.push({ quantity, id: options?.id }),
        },
        product: 'aqueduct',
        failOpen: true,
        signal: new AbortController().signal,
      });
      const open: { reservation: GrantedReservation; quantity: number }[] = [];
      let committed = 0;
      for (const { does, number } of commands) {
        if (does === 'reserve') {
          const reservation = await reservations.reserve(tenant(1), 'rows', number % 5 || 300);
          if (reservation.isGranted) open.push({ reservation, quantity: number % 5 || 300 });
        } else if (does === 'commit' || does === 'release') {
          const [chosen] = open.splice(number % Math.max(1, open.length), 1);
          const used = chosen ? Math.min(number, chosen.quantity) : 0;
          if (does === 'release') await chosen?.reservation.release();
          else await chosen?.reservation.commit(used);
          if (does === 'commit') committed += used;
        } else if (does === 'flush') await reservations.flush();
        else if (does === 'wait') service.now += number * 1_000;
        else service.fault = ([undefined, 'request', undefined, 'response'] as const)[number % 4];
      }
      await reservations.close();
      const isCounted = (id: string | undefined) => service.held.get(id ?? '')?.committed !== undefined;
      const sent = events.reduce((sum, { id, quantity }) => sum + (isCounted(id) ? 0 : quantity), 0);
      expect(service.used + sent).toBe(committed);
    }),
  );
});
