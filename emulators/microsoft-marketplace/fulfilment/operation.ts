export type OperationStatus = 'NotStarted' | 'InProgress' | 'Succeeded' | 'Failed' | 'Conflict';

/** Who began it: the customer or the marketplace itself, or the publisher by a call. */
export type RequestSource = 'Azure' | 'Partner';

/** What the marketplace does, or has done, with a subscription. */
export interface Operation {
  readonly id: string;
  readonly activityId: string;
  readonly subscriptionId: string;
  readonly publisherId: string;
  readonly offerId: string;
  /** As it is to be. */
  readonly planId: string;
  /** As it is to be. */
  readonly quantity: number | undefined;
  readonly action: string;
  readonly source: RequestSource;
  readonly timeStamp: string;
  readonly status: OperationStatus;
  readonly errorStatusCode: string | null;
  readonly errorMessage: string | null;
}

/** Every operation there has been, in the order they began. */
export interface Operations {
  add(operation: Operation): void;
  find(subscriptionId: string, operationId: string): Operation | undefined;
  of(subscriptionId: string): readonly Operation[];
  /** Gives it a new status. */
  settle(operation: Operation, status: OperationStatus, error?: string): void;
  list(): readonly Operation[];
}

export function createOperations(): Operations {
  const operations = new Map<string, Operation>();
  return {
    add: (operation) => void operations.set(operation.id, operation),
    find(subscriptionId, operationId) {
      const found = operations.get(operationId.toLowerCase());
      return found?.subscriptionId === subscriptionId.toLowerCase() ? found : undefined;
    },
    of: (subscriptionId) => [...operations.values()].filter((one) => one.subscriptionId === subscriptionId),
    settle(operation, status, error) {
      const failed = error === undefined ? {} : { errorStatusCode: 'Refused', errorMessage: error };
      operations.set(operation.id, { ...operation, status, ...failed });
    },
    list: () => [...operations.values()],
  };
}
