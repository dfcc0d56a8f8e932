import { meterIn } from '../catalogue/meter-switch.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { type MeteredCandidate, meterOfTarget, type ReportAddress } from './meter-mapping.ts';
import type { UsageRecord } from './record.ts';
import type { Submission } from './report.ts';
import { findUsageTarget } from './target.ts';
import { refuseWindow } from './window.ts';

/** A record with its subscription and the address of its report. */
export interface ResolvedRecord extends Submission, ReportAddress {}

/** The first check that fails is the refusal: hour, then subscription, then meter. */
export function resolveRecord(
  record: UsageRecord,
  candidates: readonly MeteredCandidate[],
  { now, reportId, holdMinutes }: Pick<Submission, 'reportId' | 'holdMinutes'> & { readonly now: Date },
): ResolvedRecord | Refusal {
  const { dimension, hour, quantity } = record;
  const outside = refuseWindow(hour, now);
  if (outside) return outside;
  const target = findUsageTarget(candidates, record, now);
  if (isRefusal(target)) return target;
  const { subscriptionId } = target.subscription;
  const { address, meter } = meterOfTarget(target, dimension);
  if (meterIn(meter, hour).intake === 'Events') return refuse('metering.fed_by_events', { dimension });
  return { reportId, subscriptionId, dimension, hour, quantity, holdMinutes, ...address };
}
