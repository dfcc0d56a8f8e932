type OperationStatus = 'NotStarted' | 'InProgress' | 'Succeeded' | 'Failed' | 'Conflict';

/** `Azure`: the customer or the marketplace. `Partner`: the publisher. */
export type RequestSource = 'Azure' | 'Partner';

/** A change of a subscription, in progress or completed. */
export interface Operation {
  readonly id: string;
  readonly activityId: string;
  readonly subscriptionId: string;
  readonly publisherId: string;
  readonly offerId: string;
  /** The new value. */
  readonly planId: string;
  /** The new value. */
  readonly quantity: number | undefined;
  readonly action: string;
  readonly source: RequestSource;
  readonly timeStamp: string;
  readonly status: OperationStatus;
  readonly errorStatusCode: string | null;
  readonly errorMessage: string | null;
}

/** All operations, in the order they began. */
export interface Operations {
  add(operation: Operation): void;
  find(subscriptionId: string, operationId: string): Operation | undefined;
  of(subscriptionId: string): readonly Operation[];
  /** Sets the status. */
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
