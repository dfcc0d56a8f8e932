import { warnEndingKeys } from '../actions/clients/warn-ending-keys.ts';
import type { ActionContext } from '../actions/context.ts';
import { rotateOldKeys } from '../actions/entitlements/signed/signing-keys.ts';
import { warnEndingCredentials } from '../actions/marketplace/connections.ts';
import { deleteOldRows } from '../actions/operations/delete-old-rows.ts';
import { sweepExpired } from '../actions/subscriptions/due-subscriptions.ts';
import { queueAtRiskMails } from '../actions/subscriptions/queue-at-risk-mails.ts';
import { closeHours } from '../actions/usage/close-hours.ts';
import { closePeriods } from '../actions/usage/close-periods.ts';
import { hastenEndedUsage } from '../actions/usage/hasten-ended.ts';
import { keepPartitions } from '../actions/usage/keep-partitions.ts';
import { settleLapsedReservations } from '../actions/usage/lapse-reservations.ts';
import { expireUsage, warnExpiringUsage } from '../actions/usage/sending.ts';
import { gatherNotices } from '../actions/workspaces/gather-notices.ts';
import type { RateLimiter } from '../core/clients/ports.ts';
import type { FulfilmentService } from '../core/marketplace/fulfilment-service.ts';
import type { CircuitChange } from '../core/operations/circuit-change.ts';
import type { Retention, RetentionMeasurements } from '../core/operations/retention.ts';
import type { WorkerHistories } from '../core/operations/worker-health.ts';
import type { MeteringService, WorkMeasurements } from '../core/usage/ports.ts';
import type { PartnerEndpoints, WebhookMeasurements } from '../core/webhooks/ports.ts';
import type { MailSender } from '../core/workspaces/mail.ts';
import type { EncryptionKey } from '../secrets/seal.ts';
import { type RetainedKind, retentionTable } from '../storage/retention/retention-table.ts';
import { applyNotifications } from './marketplace/apply-notifications.ts';
import { reconcileMarketplace } from './marketplace/reconcile.ts';
import { seatMailText } from './marketplace/seat-mail-text.ts';
import { atRiskMailText } from './subscriptions/at-risk-mail-text.ts';
import { alertMailText } from './usage/alert-mail-text.ts';
import { dispatchPause, dispatchUsage } from './usage/dispatch.ts';
import { reconcileUsage } from './usage/reconcile.ts';
import { sendZeros } from './usage/send-zeros.ts';
import { deliverWebhooks, deliveryPause } from './webhooks/deliver.ts';
import { watchWebhooks } from './webhooks/watch.ts';
import { type Pass, runWorker, type Wait, type Worker } from './worker.ts';
import { workspaceMailTexts } from './workspaces/mail-texts.ts';
import { sendMails } from './workspaces/send-mails.ts';

export interface WorkersOptions {
  readonly context: () => ActionContext;
  readonly wait?: Wait | undefined;
  /** False while no pass may begin: with a wrong clock, or before the database is migrated. */
  readonly mayWork: () => boolean;
  /** The moment by which irreversible changes are decided. */
  readonly earliestNow: () => Promise<Date>;
  readonly metering: MeteringService;
  readonly fulfilment: FulfilmentService;
  readonly partnerEndpoints: PartnerEndpoints;
  readonly rateLimiter: RateLimiter;
  readonly measurements: WorkMeasurements & WebhookMeasurements & RetentionMeasurements;
  /** Null: no mail is sent. */
  readonly mailSender: MailSender | null;
  /** The service's own URL, for links in mails; null: the node does not listen yet. */
  readonly publicUrl: () => string | null;
  /** The page that confirms a support address; null: the node does not listen yet. */
  readonly confirmationUrl: () => string | null;
  readonly encryptionKey: EncryptionKey;
  readonly retention: Retention;
  readonly onCircuit: (change: CircuitChange) => void;
  readonly onFailure: (worker: string, error: unknown) => void;
}

export interface Workers extends Worker {
  histories(): WorkerHistories;
}

type Row = readonly [name: string, pause: number, work: Pass];

const second = 1_000;
const minute = 60 * second;
const manyRows = 1_000;

/** Starts every background worker. */
export function startWorkers(options: WorkersOptions): Workers {
  const { context, earliestNow, measurements, mailSender, retention, onFailure } = options;
  const reported = new Set<string>();
  /** For failures that do not end the pass. */
  const reporting = (worker: string) => ({
    ...options,
    onFailure(error: unknown) {
      reported.add(worker);
      onFailure(worker, error);
    },
  });
  /** For changes that cannot be undone. */
  const irreversible = (action: (context: ActionContext) => Promise<boolean | number>) => async () =>
    action({ ...context(), now: await earliestNow() });
  /** A few rows are found in almost every pass, so only many mean that there are more. */
  const deleting = (kind: string, action: (context: ActionContext) => Promise<number>): Pass =>
    irreversible(async (actionContext) => {
      const count = await action(actionContext);
      measurements.rowsDeleted(kind, count);
      return count >= manyRows;
    });
  const deletingOld = (kind: RetainedKind): Row => [
    `delete-old-${kind.replace('usage-', '')}`,
    retentionTable[kind].every * minute,
    deleting(kind, deleteOldRows(kind, retention)),
  ];
  const dispatch = dispatchUsage(reporting('dispatch-usage'));
  const deliver = deliverWebhooks(reporting('deliver-webhooks'));
  const wokenByMarketplace: readonly Row[] = [
    ['apply-notifications', second, applyNotifications(reporting('apply-notifications'))],
    ['reconcile-marketplace', minute, reconcileMarketplace(options)],
  ];
  const texts = {
    ...workspaceMailTexts,
    ReservedSeat: seatMailText,
    CustomersAtRisk: atRiskMailText,
    UsageAlert: alertMailText,
  };
  const mailing = (mailSender: MailSender): readonly Row[] => [
    ['gather-notices', 5 * second, () => gatherNotices(context())],
    ['queue-at-risk-mails', 10 * minute, () => queueAtRiskMails(context())],
    ['send-mails', 2 * second, sendMails({ ...reporting('send-mails'), mailSender, texts })],
  ];
  const others: readonly Row[] = [
    ['sweep-expired', second, irreversible(sweepExpired)],
    ['close-usage-hours', 5 * second, irreversible(closeHours)],
    ['close-usage-periods', minute, irreversible(closePeriods)],
    ['settle-lapsed-reservations', 5 * second, irreversible(settleLapsedReservations)],
    ['hasten-ended-usage', 15 * second, () => hastenEndedUsage(context())],
    ['send-zeros', minute, sendZeros(options)],
    ['dispatch-usage', dispatchPause, dispatch.work],
    ['expire-usage', 10 * second, irreversible(expireUsage)],
    ['warn-expiring-usage', 30 * second, () => warnExpiringUsage(context())],
    ['reconcile-usage', minute, reconcileUsage(options)],
    ['deliver-webhooks', deliveryPause, deliver.work],
    ['watch-webhooks', 15 * second, watchWebhooks(context, measurements)],
    ['warn-ending-credentials', 10 * minute, () => warnEndingCredentials(context()).then(() => false)],
    ['warn-ending-keys', 10 * minute, () => warnEndingKeys(context()).then(() => false)],
    [
      'rotate-signing-keys',
      10 * minute,
      irreversible((actionContext) => rotateOldKeys(actionContext, options.encryptionKey)),
    ],
    [
      'keep-usage-partitions',
      10 * minute,
      deleting('usage-events', keepPartitions(retention.usageEventDays)),
    ],
    ...(Object.keys(retentionTable) as RetainedKind[]).map(deletingOld),
    ...(mailSender ? mailing(mailSender) : []),
  ];
  const start = ([name, pause, work]: Row) => ({
    name,
    ...runWorker({
      work,
      pause,
      now: () => context().now,
      mayWork: options.mayWork,
      ...(options.wait && { wait: options.wait }),
      onFailure: (error) => onFailure(name, error),
      takeReport: () => reported.delete(name),
    }),
  });
  const woken = wokenByMarketplace.map(start);
  const workers = [...woken, ...others.map(start)];
  return {
    wake() {
      for (const worker of woken) worker.wake();
    },
    histories: () => new Map(workers.map(({ name, history }) => [name, history()])),
    async stop() {
      await Promise.all([deliver.finish(), ...workers.map((worker) => worker.stop())]);
      await dispatch.finish();
    },
  };
}
