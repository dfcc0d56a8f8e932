import { meterIn } from '../../catalogue/meter-switch.ts';
import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import { type MeteredCandidate, meterOfTarget, type ReportAddress } from '../meter-mapping.ts';
import type { UsageRecord } from './record.ts';
import type { Submission } from './report.ts';
import { findUsageTarget } from './target.ts';
import { refuseWindow } from './window.ts';

/** A record with its subscription and the address of its report. */
export interface ResolvedRecord extends Submission, ReportAddress {}

interface Resolution extends Pick<Submission, 'reportId' | 'holdMinutes'> {
  readonly now: Date;
  /** For a report that the events of its hour have made: it can be reported again. */
  readonly isOfEvents?: boolean;
}

/** The first check that fails is the refusal: hour, then subscription, then meter, then the hour at its marketplace. */
export function resolveRecord(
  record: UsageRecord,
  candidates: readonly MeteredCandidate[],
  { now, reportId, holdMinutes, isOfEvents = false }: Resolution,
): ResolvedRecord | Refusal {
  const { dimension, hour, quantity } = record;
  const outside = refuseWindow(hour, now);
  if (outside) return outside;
  const target = findUsageTarget(candidates, { ...record, intake: 'Records' }, now);
  if (isRefusal(target)) return target;
  const { subscriptionId } = target.subscription;
  const { address, meter } = meterOfTarget(target, dimension);
  if (!isOfEvents && meterIn(meter, hour).intake === 'Events')
    return refuse('metering.fed_by_events', { dimension });
  const closed = refuseWindow(hour, now, address);
  if (closed) return closed;
  return { reportId, subscriptionId, dimension, hour, quantity, holdMinutes, ...address };
}
