type FulfilmentCall =
  | 'resolve'
  | 'activate'
  | 'listSubscriptions'
  | 'getSubscription'
  | 'listAvailablePlans'
  | 'changeSubscription'
  | 'deleteSubscription'
  | 'listOperations'
  | 'getOperation'
  | 'acknowledge';

export interface FulfilmentRoute {
  readonly call: FulfilmentCall | undefined;
  readonly subscriptionId: string;
  readonly operationId: string;
}

const prefix = '/api/saas/subscriptions';
const id = '/([^/]+)';

/** Lower-case paths, since the marketplace ignores case, with the calls by method. */
const paths: readonly (readonly [RegExp, Readonly<Record<string, FulfilmentCall>>])[] = [
  [/^\/?$/, { GET: 'listSubscriptions' }],
  [/^\/resolve$/, { POST: 'resolve' }],
  [
    new RegExp(`^${id}$`),
    { GET: 'getSubscription', PATCH: 'changeSubscription', DELETE: 'deleteSubscription' },
  ],
  [new RegExp(`^${id}/activate$`), { POST: 'activate' }],
  [new RegExp(`^${id}/listavailableplans$`), { GET: 'listAvailablePlans' }],
  [new RegExp(`^${id}/operations$`), { GET: 'listOperations' }],
  [new RegExp(`^${id}/operations${id}$`), { GET: 'getOperation', PATCH: 'acknowledge' }],
];

/** The route of a path; its call is undefined when the path does not take the method. */
export function findFulfilmentRoute(method: string, path: string): FulfilmentRoute | undefined {
  const lowered = path.toLowerCase();
  if (!lowered.startsWith(prefix)) return undefined;
  for (const [pattern, calls] of paths) {
    const match = pattern.exec(lowered.slice(prefix.length));
    if (match) {
      const call = Object.hasOwn(calls, method) ? calls[method] : undefined;
      return { call, subscriptionId: match[1] ?? '', operationId: match[2] ?? '' };
    }
  }
  return undefined;
}
