import { sql } from 'kysely';
import type { ActionContext } from '../../../src/actions/context.ts';
import { reserve } from '../../../src/actions/usage/reserve.ts';
import { commitReservation, releaseReservation } from '../../../src/actions/usage/settle-reservation.ts';
import type { LimitPeriod } from '../../../src/core/catalogue/meter.ts';
import { isRefusal } from '../../../src/core/refusal.ts';
import { readCommit, readReservation } from '../../../src/core/usage/limits/reservation.ts';
import { candidateKeyText } from '../../../src/core/usage/reports/target.ts';
import { loadUsageCandidates } from '../../../src/storage/usage/candidates.ts';
import { done } from '../done.ts';
import type { MeterBooks, MeterCustomer } from './meter-books.ts';

interface WrittenLimit {
  readonly quantity: number;
  readonly per?: LimitPeriod;
  readonly action?: 'Deny' | 'Warn';
}

/** Limits and reservations of a customer, with the real actions. */
export class LimitBooks {
  readonly meters: MeterBooks;
  readonly customer: MeterCustomer;

  constructor(meters: MeterBooks, customer: MeterCustomer) {
    this.meters = meters;
    this.customer = customer;
  }

  get #database() {
    return this.meters.books.database;
  }

  async planLimit(limit: WrittenLimit | null, dimension = 'rows'): Promise<void> {
    const { quantity, per, action } = columns(limit);
    await sql`update meter_dimensions set limit_quantity = ${quantity}, limit_per = ${per}, limit_action = ${action}
      where workspace_id = ${this.meters.workspaceId} and dimension_id = ${dimension}`.execute(
      this.#database,
    );
  }

  async ownLimit(
    setBy: 'Partner' | 'Customer',
    limit: WrittenLimit | null,
    { subject = '', endsAt = null as Date | null } = {},
  ): Promise<void> {
    const { quantity, per, action } = columns(limit);
    const { workspaceId } = this.meters;
    const { subscriptionId } = this.customer;
    await sql`delete from usage_limits where workspace_id = ${workspaceId} and tenant_id = ${this.customer.tenantId}
      and subject = ${subject} and set_by = ${setBy}`.execute(this.#database);
    if (!limit) return;
    await sql`
      insert into usage_limits (workspace_id, tenant_id, product_id, dimension, subject, set_by, quantity, per, action, ends_at,
        set_at, actor)
      select workspace_id, tenant_id, product_id, 'rows', ${subject}, ${setBy}, ${quantity}, ${per}, ${action}, ${endsAt},
        now(), 'test'
      from subscriptions where workspace_id = ${workspaceId} and subscription_id = ${subscriptionId}`.execute(
      this.#database,
    );
  }

  #candidates = async (key: { readonly tenantId: string; readonly product: string }) => {
    const found = await loadUsageCandidates(this.#database, this.meters.workspaceId, [key]);
    return found.get(candidateKeyText(this.meters.workspaceId, key)) ?? [];
  };

  async reserve(quantity: number, members: object = {}, context: ActionContext = this.meters.books.context) {
    const { tenantId } = this.customer;
    const asked = done(
      readReservation({ tenantId, product: 'forum', dimension: 'rows', quantity, ...members }),
    );
    return reserve(context, this.meters.client, asked, await this.#candidates(asked));
  }

  /** The id of a reservation that is granted. */
  async granted(quantity: number, members: object = {}): Promise<string> {
    return done(await this.reserve(quantity, members)).reservationId;
  }

  /** The code of the refusal, or what remains. */
  async outcome(quantity: number, members: object = {}): Promise<string | number | null> {
    const answer = await this.reserve(quantity, members);
    return isRefusal(answer) ? answer.code : answer.remaining;
  }

  commit(reservationId: string, members?: object, context: ActionContext = this.meters.books.context) {
    return commitReservation(context, this.meters.client, reservationId, done(readCommit(members)), {
      candidates: this.#candidates,
      holdMinutes: async () => this.meters.holdMinutes,
    });
  }

  release(reservationId: string, context: ActionContext = this.meters.books.context) {
    return releaseReservation(context, this.meters.client, reservationId);
  }

  async counters() {
    const { rows } = await sql<{
      subject: string;
      per: string;
      used: number;
      reserved: number;
      total: number;
    }>`
      select counter.subject, counter.per, counter.used::float8 as used, counter.reserved::float8 as reserved,
        (select coalesce(sum(total), 0)::float8 from usage_hours as hours
          where hours.workspace_id = counter.workspace_id and hours.subscription_id = counter.subscription_id
            and hours.dimension = counter.dimension and hours.hour >= counter.period_start
            and (counter.period_end is null or hours.hour < counter.period_end)) as total
      from usage_counters as counter
      where counter.workspace_id = ${this.meters.workspaceId} order by counter.period_start, counter.subject, counter.per`.execute(
      this.#database,
    );
    return rows;
  }
}

function columns(limit: WrittenLimit | null) {
  if (!limit) return { quantity: null, per: null, action: null };
  return { quantity: limit.quantity, per: limit.per ?? 'Month', action: limit.action ?? 'Deny' };
}
