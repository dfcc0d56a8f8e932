import {
  type MarketplaceOperation,
  marketplaceActions,
  marketplaceOperationStatuses,
  type StartedChange,
} from '../../core/marketplace/fulfilment-service.ts';
import { readMarketplaceTime } from '../../core/marketplace/term.ts';
import { plainText } from '../outgoing/failure.ts';
import type { HttpResponse } from '../outgoing/http-call.ts';
import { countOf, enumOf, itemsOf, type Members, membersOf, textOf, textOrNull } from './loose-values.ts';

/** An operation of this subscription; undefined without an id or for another subscription. */
export function readOperation(
  value: unknown,
  subscriptionId: string,
  operationId?: string,
): MarketplaceOperation | undefined {
  const members = membersOf(value);
  if (members === undefined) return undefined;
  const id = textOf(members.id) || operationId;
  const owner = textOf(members.subscriptionId) || subscriptionId;
  if (id === undefined || !isSameId(owner, subscriptionId)) return undefined;
  if (operationId !== undefined && !isSameId(id, operationId)) return undefined;
  const actionName = textOf(members.action);
  return {
    id,
    subscriptionId,
    actionName,
    action: enumOf(actionName, marketplaceActions) ?? null,
    offerId: textOrNull(members.offerId),
    planId: textOrNull(members.planId),
    quantity: countOf(members.quantity),
    status: enumOf(members.status, marketplaceOperationStatuses) ?? 'Unknown',
    requestedBy: readRequester(members),
    at: readMarketplaceTime(members.timeStamp) ?? null,
    failure: readFailure(members),
  };
}

/** Undefined if it is not a list of operations. */
export function readOperations(
  body: unknown,
  subscriptionId: string,
): readonly MarketplaceOperation[] | undefined {
  return itemsOf(body, 'operations')?.flatMap((item) => readOperation(item, subscriptionId) ?? []);
}

/** The operation id, from its header or from the operation's address. */
export function readStartedChange({ header }: Pick<HttpResponse, 'header'>): StartedChange {
  const written = /\/operations\/([^/?#\s]+)/i.exec(header('operation-location') ?? '')?.[1];
  return { operationId: textOrNull(header('operation-id')) ?? (written ? decoded(written) : null) };
}

export function isSameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.trim().toLowerCase();
}

/** The marketplace uses both spellings. */
function readRequester({ operationRequestSource, operationRequestedSource }: Members) {
  const source = textOf(operationRequestSource) || textOf(operationRequestedSource);
  const requester = enumOf(source, ['Azure', 'Partner']);
  if (requester === undefined) return null;
  return requester === 'Partner' ? 'Publisher' : 'Marketplace';
}

function readFailure({ errorStatusCode, errorMessage }: Members): string | null {
  const parts = [errorStatusCode, errorMessage].map(textOf).filter((part) => part !== '');
  return parts.length === 0 ? null : plainText(parts.join(': '));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
