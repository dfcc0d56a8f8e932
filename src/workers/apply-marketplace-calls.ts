import { claimMarketplaceCalls } from '../actions/claim-marketplace-calls.ts';
import type { ActionContext } from '../actions/context.ts';
import { followMarketplace } from '../actions/follow-marketplace.ts';
import { openConnection } from '../actions/marketplace-account.ts';
import { type CallOutcome, settleMarketplaceCall } from '../actions/settle-marketplace-call.ts';
import type {
  FulfilmentAnswer,
  FulfilmentService,
  MarketplaceOperation,
  MarketplaceSubscription,
} from '../core/fulfilment.ts';
import { wordObstacle } from '../core/marketplace-repair.ts';
import type { MarketplaceConnection } from '../core/ports.ts';
import { isVisible, readReceivedCall, reasonAgainst, stepAfter } from '../core/received-call.ts';
import { isRefusal } from '../core/refusal.ts';
import type { EncryptionKey } from '../secrets/seal.ts';
import { loadChangeFacts } from '../storage/change-facts.ts';
import type { KeptCall } from '../storage/marketplace-calls.ts';

/** How long a call may wait for a worker that nobody has woken. */
export const callsPause = 1_000;

export interface ApplyCallsOptions {
  readonly context: () => ActionContext;
  readonly fulfilment: FulfilmentService;
  readonly encryptionKey: EncryptionKey;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Applies what the marketplace has called us about, outside its call: the operation is confirmed by asking for it,
 * answered where the marketplace waits for our word, and then ours is made to say what the subscription says there.
 * Claimed calls are worked on side by side, so that one that hangs does not use up another's ten seconds.
 */
export function applyMarketplaceCalls(options: ApplyCallsOptions): () => Promise<boolean> {
  const { context, onFailure } = options;
  return async () => {
    const calls = await claimMarketplaceCalls(context());
    const apply = async (call: KeptCall) => {
      const outcome = await applyCall(options, call).catch((error: unknown) => {
        onFailure(error);
        return later('Something went wrong on our side.');
      });
      await settleMarketplaceCall(context(), call, outcome);
    };
    await Promise.all(calls.map(apply));
    return calls.length > 0;
  };
}

async function applyCall(options: ApplyCallsOptions, call: KeptCall): Promise<CallOutcome> {
  const { context, fulfilment, encryptionKey } = options;
  const { marketplaceSubscriptionId, operationId } = call;
  const said = readReceivedCall(call.body);
  if (isRefusal(said)) return ended('Ignored', said.detail, true);
  const connection = await openConnection(context().database, call, encryptionKey);
  const found = await fulfilment.getOperation(connection, marketplaceSubscriptionId, operationId);
  if (found.outcome !== 'answered')
    return withoutAnswer(found, 'The marketplace does not know the operation');
  const operation = found.value;
  const next = stepAfter({ ...said, requestedBy: call.requestedBy ?? said.requestedBy }, operation);
  switch (next.step) {
    case 'ignore':
      return ended('Ignored', next.detail, next.isTold);
    case 'wait':
      return later('The marketplace is still at it.');
    case 'answer': {
      const refusal = await answer(options, call, connection, operation);
      return refusal ?? align(options, call, connection, operation);
    }
    case 'align':
      return align(options, call, connection, operation, next.hasEnded);
  }
}

/** Gives our word; undefined when that was a yes, and the change is to be followed. */
async function answer(
  { context, fulfilment }: ApplyCallsOptions,
  call: KeptCall,
  connection: MarketplaceConnection,
  operation: MarketplaceOperation,
): Promise<CallOutcome | undefined> {
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

async function align(
  { context, fulfilment }: ApplyCallsOptions,
  call: KeptCall,
  connection: MarketplaceConnection,
  operation: MarketplaceOperation,
  hasEnded = false,
): Promise<CallOutcome> {
  const { marketplaceSubscriptionId } = call;
  const followed = await followMarketplace(context, {
    fulfilment,
    connection,
    source: call,
    marketplaceSubscriptionId,
    reason: `${operation.actionName} ${call.operationId}`,
    hasEnded,
  });
  if (followed.outcome !== 'followed') {
    return withoutAnswer(followed, 'The marketplace does not know the subscription');
  }
  const { aligned, theirs } = followed;
  if (isRefusal(aligned)) return ended('Failed', aligned.detail, true);
  if (isUnderWay(operation, theirs)) return later('The marketplace has our word and is still at it.');
  if (aligned.obstacle) return ended('Failed', wordObstacle(aligned.obstacle), true);
  if (!aligned.subscription)
    return ended('Ignored', 'Nobody has come to the landing page with it yet.', false);
  return ended('Applied', aligned.moves.join(', ') || 'It was so already.', false);
}

function isUnderWay(operation: MarketplaceOperation, theirs: MarketplaceSubscription): boolean {
  const isOpen = operation.status === 'InProgress' || operation.status === 'NotStarted';
  return isOpen && theirs.status !== 'Unsubscribed' && !isVisible(operation, theirs);
}

function withoutAnswer(
  answer: Exclude<FulfilmentAnswer<unknown>, { outcome: 'answered' }>,
  unknown: string,
): CallOutcome {
  if (answer.outcome === 'unavailable') return later(answer.reason, answer.retryAfterSeconds);
  // What is not known there was never so; whatever else is refused stands in the way of what may well be.
  return answer.status === 404
    ? ended('Ignored', `${unknown}: ${answer.reason}`, true)
    : ended('Failed', `The marketplace refuses to tell: ${answer.reason}`, true);
}

function ended(
  state: Exclude<CallOutcome['state'], 'Received'>,
  detail: string | null,
  isTold: boolean,
): CallOutcome {
  return { state, detail, isTold };
}

function later(detail: string, retryAfterSeconds: number | null = null): CallOutcome {
  return { state: 'Received', detail, retryAfterSeconds };
}
