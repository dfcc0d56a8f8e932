import type { ActionContext } from '../../actions/context.ts';
import { openConnection } from '../../actions/marketplace/account.ts';
import { confirmOperation } from '../../actions/marketplace/confirm-operation.ts';
import { followMarketplace } from '../../actions/marketplace/follow-subscription.ts';
import { leaseNotifications } from '../../actions/marketplace/lease-notifications.ts';
import {
  type NotificationOutcome,
  settleNotification,
} from '../../actions/marketplace/settle-notification.ts';
import type {
  FulfilmentAnswer,
  FulfilmentService,
  MarketplaceOperation,
  MarketplaceSubscription,
} from '../../core/marketplace/fulfilment.ts';
import {
  type ConfirmedChange,
  expectedAfter,
  isBehind,
  type ReadingStep,
  showsExpected,
  stepAfterReading,
} from '../../core/marketplace/lag.ts';
import type { MarketplaceConnection } from '../../core/marketplace/ports.ts';
import {
  type NotificationStep,
  type ReceivedNotification,
  readReceivedNotification,
  reasonAgainst,
  stepAfter,
} from '../../core/marketplace/received-notification.ts';
import { obstacleText } from '../../core/marketplace/repair.ts';
import { isRefusal } from '../../core/refusal.ts';
import type { EncryptionKey } from '../../secrets/seal.ts';
import { loadChangeFacts } from '../../storage/marketplace/change-facts.ts';
import { loadConfirmedChanges } from '../../storage/marketplace/confirmed-changes.ts';
import type { StoredNotification } from '../../storage/marketplace/notifications.ts';

const unknownSubscription = 'The marketplace does not know the subscription';

export interface ApplyNotificationsOptions {
  readonly context: () => ActionContext;
  readonly fulfilment: FulfilmentService;
  readonly encryptionKey: EncryptionKey;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Applies what the marketplace has called us about, outside its call: the operation is confirmed by asking for it,
 * answered where the marketplace waits for our word, and then ours is made to say what the subscription says there, as
 * soon as that shows what the operation says. What waits for that is put back into the queue and holds up nothing else.
 * Leased notifications are worked on side by side, so that one that hangs does not use up another's ten seconds.
 */
export function applyNotifications(options: ApplyNotificationsOptions): () => Promise<boolean> {
  const { context, onFailure } = options;
  return async () => {
    const calls = await leaseNotifications(context());
    const apply = async (call: StoredNotification) => {
      const outcome = await applyNotification(options, call).catch((error: unknown) => {
        onFailure(error);
        return later('Something went wrong on our side.');
      });
      await settleNotification(context(), call, outcome);
    };
    await Promise.all(calls.map(apply));
    return calls.length > 0;
  };
}

async function applyNotification(
  options: ApplyNotificationsOptions,
  call: StoredNotification,
): Promise<NotificationOutcome> {
  const said = readReceivedNotification(call.body);
  if (isRefusal(said)) return ended('Ignored', said.detail, true);
  const connection = await openConnection(options.context().database, call, options.encryptionKey);
  // Only the subscription is still waited for.
  if (call.confirmed) return followNotification(options, call, connection);
  const task = { ...options, call, said, connection };
  const first = await askForOperation(task);
  if ('state' in first || first.step !== 'answer') return goOn(task, first);
  const refusal = await answer(task, first.operation);
  return refusal ?? goOn(task, await askForOperation(task));
}

/** A call with everything that applying it takes. */
interface Task extends ApplyNotificationsOptions {
  readonly call: StoredNotification;
  readonly said: ReceivedNotification;
  readonly connection: MarketplaceConnection;
}

type Asked = (NotificationStep & { readonly operation: MarketplaceOperation }) | NotificationOutcome;

async function askForOperation({ fulfilment, call, said, connection }: Task): Promise<Asked> {
  const { marketplaceSubscriptionId, operationId } = call;
  const found = await fulfilment.getOperation(connection, marketplaceSubscriptionId, operationId);
  if (found.outcome !== 'answered')
    return withoutAnswer(found, 'The marketplace does not know the operation');
  const operation = found.value;
  return {
    ...stepAfter({ ...said, requestedBy: call.requestedBy ?? said.requestedBy }, operation),
    operation,
  };
}

async function goOn(task: Task, next: Asked): Promise<NotificationOutcome> {
  if ('state' in next) return next;
  switch (next.step) {
    case 'ignore':
      return ended('Ignored', next.detail, next.isTold);
    case 'wait':
      return later('The marketplace is still at it.');
    case 'answer':
      return followOpenOperation(task, next.operation);
    case 'align': {
      const { context, call, said, connection } = task;
      const isDone = next.operation.status === 'Succeeded';
      const known = isDone ? await confirmOperation(context(), call, said, next.operation) : call;
      return followNotification(task, known, connection);
    }
  }
}

/** Our word is given, and the operation still open: it counts as done once the subscription shows the change. */
async function followOpenOperation(
  task: Task,
  operation: MarketplaceOperation,
): Promise<NotificationOutcome> {
  const { context, fulfilment, call, said, connection } = task;
  const read = await fulfilment.getSubscription(connection, call.marketplaceSubscriptionId);
  if (read.outcome !== 'answered') return withoutAnswer(read, unknownSubscription);
  if (!showsExpected(read.value, expectedAfter(operation, said, null))) {
    return later('The marketplace has our word and is still at it.');
  }
  return followNotification(task, await confirmOperation(context(), call, said, operation), connection);
}

/** Gives our word; undefined when that was a yes, and the change is to be followed. */
async function answer(
  { context, fulfilment, call, connection }: Task,
  operation: MarketplaceOperation,
): Promise<NotificationOutcome | undefined> {
  const facts = await loadChangeFacts(context().database, call, operation);
  const reason = reasonAgainst(operation, facts);
  const verdict = reason === null ? 'success' : 'failure';
  const heard = await fulfilment.acknowledgeOperation(
    connection,
    call.marketplaceSubscriptionId,
    call.operationId,
    verdict,
  );
  if (heard.outcome === 'unavailable') return later(heard.reason, heard.retryAfterSeconds);
  // It was decided without us: by silence, or because a newer change was first. What came of it is what counts.
  if (heard.outcome === 'refused') return undefined;
  return reason === null ? undefined : ended('Refused', reason, true);
}

/** Makes ours say what the subscription says there, or puts that off while the subscription is behind the operation. */
async function followNotification(
  { context, fulfilment }: ApplyNotificationsOptions,
  call: StoredNotification,
  connection: MarketplaceConnection,
): Promise<NotificationOutcome> {
  const { marketplaceSubscriptionId, confirmed, followedAt } = call;
  const followed = await followMarketplace(context, {
    fulfilment,
    connection,
    source: call,
    marketplaceSubscriptionId,
    reason: `${call.action} ${call.operationId}`,
    hasEnded: confirmed?.expected.hasEnded ?? false,
  });
  if (followed.outcome !== 'followed') return withoutAnswer(followed, unknownSubscription);
  const { aligned, theirs } = followed;
  if (isRefusal(aligned)) return ended('Failed', aligned.detail, true);
  if (confirmed) {
    const isShown = !aligned.isBehind && (await isChangeShown(context(), call, confirmed, theirs));
    const { confirmedAt } = confirmed;
    const next = stepAfterReading({ isShown, confirmedAt, followedAt }, context().now);
    if (next.step !== 'end') return readAgain(next);
  } else if (aligned.isBehind) {
    return later('The subscription does not show an earlier change yet.');
  }
  if (aligned.obstacle) return ended('Failed', obstacleText(aligned.obstacle), true);
  if (!aligned.subscription)
    return ended('Ignored', 'Nobody has come to the landing page with it yet.', false);
  return ended('Applied', aligned.moves.join(', ') || 'It was so already.', false);
}

/** Whether the subscription shows what this operation says, where no newer one says otherwise. */
async function isChangeShown(
  { database, now }: ActionContext,
  call: StoredNotification,
  { confirmedAt }: ConfirmedChange,
  theirs: MarketplaceSubscription,
): Promise<boolean> {
  const changes = await loadConfirmedChanges(database, call, call.marketplaceSubscriptionId, now);
  return !isBehind(theirs, changes, new Date(confirmedAt.getTime() - 1));
}

function withoutAnswer(
  answer: Exclude<FulfilmentAnswer<unknown>, { outcome: 'answered' }>,
  unknown: string,
): NotificationOutcome {
  if (answer.outcome === 'unavailable') return later(answer.reason, answer.retryAfterSeconds);
  // What is not known there was never so; whatever else is refused stands in the way of what may well be.
  return answer.status === 404
    ? ended('Ignored', `${unknown}: ${answer.reason}`, true)
    : ended('Failed', `The marketplace refuses to tell: ${answer.reason}`, true);
}

function ended(
  state: Exclude<NotificationOutcome['state'], 'Received'>,
  detail: string | null,
  isTold: boolean,
): NotificationOutcome {
  return { state, detail, isTold };
}

function later(detail: string, retryAfterSeconds: number | null = null): NotificationOutcome {
  return { state: 'Received', detail, retryAfterSeconds };
}

function readAgain({ step, at }: Exclude<ReadingStep, { readonly step: 'end' }>): NotificationOutcome {
  const isFollowed = step === 'compareAgain';
  const detail = isFollowed
    ? 'The subscription does not show what the operation says. What it shows was taken over, and is compared once more.'
    : 'The operation has succeeded, and the subscription does not show it yet.';
  return { state: 'Received', detail, readAgainAt: at, isFollowed };
}
