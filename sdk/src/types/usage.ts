/**
 * Who set a limit: the plan, the partner for this customer, or the customer.
 *
 * @example
 * ```ts
 * import type { LimitSetter } from '@tessera/client';
 *
 * const whoCanRaise: Record<LimitSetter, string> = {
 *   Plan: 'Choose a larger plan.',
 *   Partner: 'Ask us for more.',
 *   Customer: 'Ask your administrator: your organisation has set this limit.',
 * };
 * ```
 */
export type LimitSetter = 'Plan' | 'Partner' | 'Customer';

/**
 * A dimension's present period.
 *
 * @example
 * ```ts
 * import type { DimensionUsage } from '@tessera/client';
 *
 * const inWords = ({ used, included, unit }: DimensionUsage) => `${used} of ${included ?? 0} ${unit}`;
 * const { 'api-calls': calls } = await tessera.usage(tenantId);
 * console.log(calls && inWords(calls)); // 99 of 100 thousand calls
 * ```
 */
export interface DimensionUsage {
  /** All usage of the period, open hours included. */
  readonly used: number;
  /** What the plan covers; null if it includes nothing. */
  readonly included: number | null;
  /** What is left of the included quantity. */
  readonly remaining: number | null;
  /** The usage above the included quantity. */
  readonly overage: number;
  /** The part of the overage that has no report yet. */
  readonly pending: number;
  /** The quantity of all reports of the period. */
  readonly reported: number;
  /** The part of it that the marketplace has accepted. */
  readonly accepted: number;
  /** The limit that is reached first; null if there is none. The members of limits are absent in answers of services before them. */
  readonly limit?: number | null;
  readonly limitPer?: 'Day' | 'Month' | 'Year' | 'Term' | null;
  /** Whether reservations beyond it are refused. */
  readonly limitAction?: 'Deny' | 'Warn' | null;
  /** The usage of the limit's period. */
  readonly limitUsed?: number | null;
  /** Held by reservations. */
  readonly reserved?: number | null;
  /** What can be reserved. */
  readonly limitRemaining?: number | null;
  /** When the limit's period ends, if it is known. */
  readonly resetsAt?: string | null;
  readonly setBy?: LimitSetter | null;
  readonly name: string;
  readonly unit: string;
  /** The slug of the subscription's plan. */
  readonly plan: string;
  readonly subscriptionId: string;
  /** `end` is null if it is not known. */
  readonly period: { readonly start: string; readonly end: string | null };
}

/**
 * How `track` identifies and places an event.
 *
 * @example
 * ```ts
 * await tessera.track(tenantId, 'api-calls', 1, { id: 'job-4711', occurredAt: new Date('2026-11-15T09:00:00Z') });
 * await tessera.track(tenantId, 'api-calls', 1, { id: 'job-4711' }); // The same id: it counts once.
 * ```
 */
export interface TrackOptions {
  /** Made once if it is absent. The same id counts once, so use the id of your own job to be safe against repeats. */
  readonly id?: string;
  /** Who makes your ids: an id counts once for each source. The API client if it is absent. */
  readonly source?: string;
  /** The present time if it is absent. The service takes events for 24 hours. */
  readonly occurredAt?: Date;
  /** The slug of a plan, if several subscriptions of the tenant have the dimension. */
  readonly plan?: string;
  /** Chooses between several subscriptions of the tenant that have the dimension. */
  readonly subscriptionId?: string;
  /** For dimensions that count unique keys. */
  readonly uniqueKey?: string;
}

/**
 * A usage event as it is sent.
 *
 * @example
 * ```ts
 * import type { UsageEvent } from '@tessera/client';
 *
 * const refused: UsageEvent[] = []; // Kept, to be reported by hand.
 * tessera.on('refused', ({ event }) => refused.push(event));
 * ```
 */
export interface UsageEvent {
  readonly id: string;
  readonly tenantId: string;
  readonly product: string;
  readonly dimension: string;
  /** 1 if it is absent. */
  readonly quantity?: number;
  readonly occurredAt: string;
  readonly plan?: string;
  readonly subscriptionId?: string;
  readonly uniqueKey?: string;
  readonly source?: string;
  /** Names the client that made the time before its clock was compared with the service's, which ignores this member. */
  readonly clock?: string;
}

/**
 * Where tracked events outlive the process, until the service has answered them. `fileJournal` of `@tessera/client/node` is
 * one.
 *
 * @example
 * ```ts
 * import type { Journal, UsageEvent } from '@tessera/client';
 *
 * // A journal in memory: enough for a test, but it does not outlive the process.
 * const events = new Map<string, UsageEvent>();
 * const taken = new Set<string>();
 * const journal: Journal = {
 *   append: async (event) => void events.set(event.id, event),
 *   take: async (count) => {
 *     const oldest = [...events.values()].filter(({ id }) => !taken.has(id)).slice(0, count);
 *     for (const { id } of oldest) taken.add(id);
 *     return oldest;
 *   },
 *   settle: async (ids) => ids.forEach((id) => events.delete(id)),
 *   close: async () => {},
 * };
 * ```
 */
export interface Journal {
  /** Resolves when the event is on disk. */
  append(event: UsageEvent): Promise<void>;
  /** The oldest events that no process has in hand, at most `count`; they stay in the journal until `settle`. */
  take(count: number): Promise<readonly UsageEvent[]>;
  /** The service has answered these events: they are never sent again. */
  settle(ids: readonly string[]): Promise<void>;
  /** Leaves events that are not settled to the next process. */
  close(): Promise<void>;
}

/**
 * What became of tracked events since the last `flush()`.
 *
 * @example
 * ```ts
 * import type { FlushResult } from '@tessera/client';
 *
 * const { sent, refused, dropped }: FlushResult = await tessera.flush();
 * console.log(`${sent} counted, ${refused} refused, ${dropped} lost`); // 3 counted, 0 refused, 0 lost
 * ```
 */
export interface FlushResult {
  /** The service has counted them, now or before. */
  readonly sent: number;
  /** The service will never take them. */
  readonly refused: number;
  /** Given up without an answer of the service. */
  readonly dropped: number;
}

/**
 * Why a tracked event was given up: the buffer was full, the service refused it, the client was closed, or a member is wrong.
 *
 * @example
 * ```ts
 * import type { DropReason } from '@tessera/client';
 *
 * const lost: Partial<Record<DropReason, number>> = {};
 * tessera.on('dropped', ({ reason }) => {
 *   lost[reason] = (lost[reason] ?? 0) + 1;
 * });
 * ```
 */
export type DropReason = 'buffer_full' | 'refused' | 'closed' | 'invalid';
