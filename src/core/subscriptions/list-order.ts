/** The orders of the list of customers; `-` is descending. */
export const customerSorts = ['name', '-name', 'createdAt', '-createdAt'] as const;
export type CustomerSort = (typeof customerSorts)[number];

/** The orders of the list of subscriptions. */
export const subscriptionSorts = ['createdAt', '-createdAt', 'changedAt', '-changedAt'] as const;
export type SubscriptionSort = (typeof subscriptionSorts)[number];
