import type { ActionContext } from '../actions/context.ts';
import type { RateLimiter } from '../core/clients/ports.ts';
import type { FulfilmentService } from '../core/marketplace/fulfilment.ts';
import type { MeteringService, WorkMeasurements } from '../core/usage/ports.ts';
import type { PartnerEndpoints, WebhookMeasurements } from '../core/webhooks/ports.ts';
import type { MailSender } from '../core/workspaces/mail.ts';
import type { EncryptionKey } from '../secrets/seal.ts';
import { activityForgettingPause, forgetClientActivity } from './clients/forget-activity.ts';
import { forgetAnswers, forgettingPause } from './clients/forget-answers.ts';
import { applyMarketplaceCalls, callsPause } from './marketplace/apply-calls.ts';
import { callForgettingPause, forgetCalls } from './marketplace/forget-calls.ts';
import { marketplaceReconciliationPause, reconcileMarketplace } from './marketplace/reconcile.ts';
import { credentialWarningPause, warnEndingCredentials } from './marketplace/warn-ending-credentials.ts';
import { sweepExpired, sweepPause } from './subscriptions/sweep-expired.ts';
import { dispatchPause, dispatchUsage } from './usage/dispatch.ts';
import { expireUsage, expiryPause } from './usage/expire.ts';
import { reconcileUsage, reconciliationPause } from './usage/reconcile.ts';
import { warnExpiringUsage, warningPause } from './usage/warn-expiring.ts';
import { deliverWebhooks, deliveryPause } from './webhooks/deliver.ts';
import { attemptExpiryPause, expireAttempts } from './webhooks/expire-attempts.ts';
import { eventForgettingPause, forgetEvents } from './webhooks/forget-events.ts';
import { watchPause, watchWebhooks } from './webhooks/watch.ts';
import { runWorker as runAlways, type Worker, type WorkerOptions } from './worker.ts';
import { confirmAddresses, confirmAddressesPause } from './workspaces/confirm-addresses.ts';
import { forgetSessions, sessionForgettingPause } from './workspaces/forget-sessions.ts';
import { notifyPause, notifySupport } from './workspaces/notify-support.ts';

export interface WorkersOptions {
  readonly context: () => ActionContext;
  /** False while nothing may be done: with a wrong clock, or before the database is migrated. */
  readonly mayWork: () => boolean;
  /** The moment by which what cannot be undone is judged. */
  readonly earliestNow: () => Promise<Date>;
  readonly metering: MeteringService;
  readonly fulfilment: FulfilmentService;
  readonly partnerEndpoints: PartnerEndpoints;
  readonly rateLimiter: RateLimiter;
  readonly measurements: WorkMeasurements & WebhookMeasurements;
  /** Null: nobody is mailed. */
  readonly mailSender: MailSender | null;
  /** The page that confirms a support address; null: the node does not listen yet. */
  readonly confirmationUrl: () => string | null;
  readonly encryptionKey: EncryptionKey;
  readonly onFailure: (work: string, error: unknown) => void;
}

/** Everything that time brings, at work until it is stopped. */
export function startWorkers(options: WorkersOptions): Worker {
  const {
    context,
    mayWork,
    earliestNow,
    metering,
    fulfilment,
    measurements,
    mailSender,
    confirmationUrl,
    encryptionKey,
    onFailure,
  } = options;
  const runWorker = (worker: WorkerOptions) =>
    runAlways({ ...worker, work: async () => mayWork() && worker.work() });
  /** For what cannot be undone. */
  const atEarliest = (work: (context: () => ActionContext) => () => Promise<boolean>) => async () => {
    const now = await earliestNow();
    return work(() => ({ ...context(), now }))();
  };
  const failed = (work: string) => (error: unknown) => onFailure(work, error);
  const dispatch = dispatchUsage({
    context,
    metering,
    measurements,
    encryptionKey,
    onFailure: failed('dispatch-usage'),
  });
  const deliver = deliverWebhooks({ ...options, onFailure: failed('deliver-webhooks') });
  const watch = watchWebhooks(context, measurements);
  const marketplaceWorkers = [
    runWorker({
      work: applyMarketplaceCalls({
        context,
        fulfilment,
        encryptionKey,
        onFailure: failed('apply-marketplace-calls'),
      }),
      pause: callsPause,
      onFailure: failed('apply-marketplace-calls'),
    }),
    runWorker({
      work: reconcileMarketplace({ context, fulfilment, encryptionKey }),
      pause: marketplaceReconciliationPause,
      onFailure: failed('reconcile-marketplace'),
    }),
  ];
  const workers = [
    ...marketplaceWorkers,
    runWorker({ work: atEarliest(sweepExpired), pause: sweepPause, onFailure: failed('sweep-expired') }),
    runWorker({ work: dispatch.work, pause: dispatchPause, onFailure: failed('dispatch-usage') }),
    runWorker({ work: atEarliest(expireUsage), pause: expiryPause, onFailure: failed('expire-usage') }),
    runWorker({
      work: atEarliest(forgetAnswers),
      pause: forgettingPause,
      onFailure: failed('forget-answers'),
    }),
    runWorker({
      work: atEarliest(forgetCalls),
      pause: callForgettingPause,
      onFailure: failed('forget-calls'),
    }),
    runWorker({
      work: atEarliest(forgetEvents),
      pause: eventForgettingPause,
      onFailure: failed('forget-events'),
    }),
    runWorker({
      work: atEarliest(forgetClientActivity),
      pause: activityForgettingPause,
      onFailure: failed('forget-client-activity'),
    }),
    runWorker({
      work: atEarliest(forgetSessions),
      pause: sessionForgettingPause,
      onFailure: failed('forget-sessions'),
    }),
    runWorker({
      work: warnExpiringUsage(context),
      pause: warningPause,
      onFailure: failed('warn-expiring-usage'),
    }),
    runWorker({
      work: reconcileUsage({ context, metering, encryptionKey }),
      pause: reconciliationPause,
      onFailure: failed('reconcile-usage'),
    }),
    runWorker({ work: deliver.work, pause: deliveryPause, onFailure: failed('deliver-webhooks') }),
    runWorker({ work: watch, pause: watchPause, onFailure: failed('watch-webhooks') }),
    runWorker({
      work: atEarliest(expireAttempts),
      pause: attemptExpiryPause,
      onFailure: failed('expire-attempts'),
    }),
    runWorker({
      work: warnEndingCredentials(context),
      pause: credentialWarningPause,
      onFailure: failed('warn-ending-credentials'),
    }),
  ];
  if (mailSender) {
    const work = notifySupport({ context, mailSender, onFailure: failed('notify-support') });
    workers.push(runWorker({ work, pause: notifyPause, onFailure: failed('notify-support') }));
    const onFailure = failed('confirm-addresses');
    const confirm = confirmAddresses({ context, mailSender, confirmationUrl, onFailure });
    workers.push(runWorker({ work: confirm, pause: confirmAddressesPause, onFailure }));
  }
  return {
    wake() {
      for (const worker of marketplaceWorkers) worker.wake();
    },
    async stop() {
      await Promise.all([deliver.finish(), ...workers.map((worker) => worker.stop())]);
      await dispatch.finish();
    },
  };
}
