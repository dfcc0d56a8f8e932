/** One value of a form that was not taken. */
export interface Issue {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

interface ApiErrorFacts {
  readonly code: string;
  readonly title: string;
  /** What to do about it. */
  readonly advice: string;
  readonly issues?: readonly Issue[];
  /** For support; the log has the rest. */
  readonly requestId?: string;
}

/** What the API refused or could not do, in words for the person who asked for it. */
export class ApiError extends Error {
  readonly code: string;
  readonly advice: string;
  readonly issues: readonly Issue[];
  readonly requestId: string | undefined;

  constructor({ code, title, advice, issues = [], requestId }: ApiErrorFacts) {
    super(title);
    this.code = code;
    this.advice = advice;
    this.issues = issues;
    this.requestId = requestId;
  }

  get title(): string {
    return this.message;
  }
}

export const isApiError = (error: unknown, code: string): boolean =>
  error instanceof ApiError && error.code === code;

interface Problem {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly requestId: string;
}

/** The API speaks to programs; where that does not help a person, these words do. */
const words: Readonly<Record<string, (problem: Problem) => Pick<ApiErrorFacts, 'title' | 'advice'>>> = {
  'request.validation_failed': () => ({
    title: 'Something in it cannot be taken',
    advice: 'Correct what is marked, then try again.',
  }),
  'request.precondition_failed': () => ({
    title: 'Somebody changed this meanwhile',
    advice: 'Look at what it says now, then save again. What you typed is kept.',
  }),
  'request.rate_limited': ({ args }) => ({
    title: 'Too much at once',
    advice: `Wait ${Number(args.retryAfterSeconds) || 'a few'} seconds, then try again.`,
  }),
  'auth.session_required': () => ({
    title: 'Your session has ended',
    advice: 'Sign in again; you come back to this page.',
  }),
  'auth.role_not_allowed': ({ args }) => ({
    title: `Your role, ${args.role}, does not allow this`,
    advice: `Ask somebody who may: ${listed(args.allowedRoles)}.`,
  }),
  'member.last_administrator': () => ({
    title: 'It is the last administrator',
    advice: 'Make another member who has joined a Partner administrator first.',
  }),
  'entitlement.user_not_resolved': () => ({
    title: 'The address leads to no single active member',
    advice: 'Check how it is written, add the member to the tenant, or ask with their object id.',
  }),
  'entitlement.user_tenant_mismatch': () => ({
    title: 'They belong to another tenant of the organisation',
    advice: 'Ask on the page of their own tenant.',
  }),
  'customer.tenants_held': ({ args }) => ({
    title: 'Another organisation has some of the tenants',
    advice: `${(args.tenants as { tenantId: string; organisation: string | null }[])
      .map(({ tenantId, organisation }) => `${organisation ?? 'Another organisation'} has ${tenantId}`)
      .join('; ')}.`,
  }),
  'subscription.seats_in_use': ({ args }) => ({
    title: 'More seats are assigned than would be left',
    advice: `Take seats back until no more than ${args.quantity} are assigned, then try again.`,
  }),
  'subscription.move_not_allowed': ({ args }) => ({
    title: `It is ${args.status}, and does not take this`,
    advice:
      'Somebody changed it meanwhile, or its time was up. Close this, and look at what can be done now.',
  }),
  'metering.window_already_reported': () => ({
    title: 'A sender has taken it meanwhile',
    advice: 'From then on its quantity stays as it is. The list shows what becomes of it.',
  }),
  'metering.window_too_old': () => ({
    title: 'The hour is too old to be sent',
    advice: 'The marketplace takes an hour until 24 hours after its start. Settle it with the customer.',
  }),
  'usage_report.not_held': () => ({
    title: 'It is not held any more',
    advice: 'A sender has taken it, or it was decided. The list shows what becomes of it.',
  }),
  'marketplace.source_connected': () => ({
    title: 'The source is connected already',
    advice: 'Change that connection instead, or choose another source name.',
  }),
  'marketplace.connection_in_use': ({ args }) => ({
    title: 'Something waits that only this connection can finish',
    advice: `${args.waitingCalls} calls and ${args.waitingUsage} usage reports. They are done with within a day; or put the connection right, so that they go through.`,
  }),
  'resource.not_found': ({ args }) => ({
    title: `There is no such ${args.kind} here`,
    advice: 'It may have been removed, or belong to another workspace. Go back to the list and look again.',
  }),
};

const listed = (names: unknown) => (Array.isArray(names) ? names.join(', ') : '');

export async function apiErrorFrom(response: Response): Promise<ApiError> {
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
  if (!isProblem) {
    return new ApiError({
      code: `portal.status_${response.status}`,
      title: 'The service gave an answer that the portal does not understand',
      advice: 'Reload the page. If it happens again, tell whoever runs the service.',
    });
  }
  const problem = (await response.json()) as Problem;
  const { code, title, detail, args, requestId } = problem;
  const issues = code === 'request.validation_failed' ? (args.issues as readonly Issue[]) : [];
  return new ApiError({ code, title, advice: detail, issues, requestId, ...words[code]?.(problem) });
}
