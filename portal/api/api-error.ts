/** A validation error of one member. */
export interface Issue {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

interface ApiErrorFacts {
  readonly code: string;
  readonly title: string;
  /** The remedy. */
  readonly advice: string;
  readonly issues?: readonly Issue[];
  /** For support, to find the request in the log. */
  readonly requestId?: string;
}

/** An error of the API, in words for people. */
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

/** Words for people, where the API's own are meant for programs. */
const problemTexts: Readonly<Record<string, (problem: Problem) => Pick<ApiErrorFacts, 'title' | 'advice'>>> =
  {
    'request.validation_failed': () => ({
      title: 'The input is not valid',
      advice: 'Correct the marked fields, then try again.',
    }),
    'request.precondition_failed': () => ({
      title: 'Somebody else changed this',
      advice: 'Check the saved version, then save again. Your input is kept.',
    }),
    'request.rate_limited': ({ args }) => ({
      title: 'Too many requests',
      advice: `Wait ${Number(args.retryAfterSeconds) || 'a few'} seconds, then try again.`,
    }),
    'auth.session_required': () => ({
      title: 'Your session has ended',
      advice: 'Sign in again; you return to this page.',
    }),
    'auth.role_not_allowed': ({ args }) => ({
      title: `Your role, ${args.role}, does not allow this`,
      advice: `Ask somebody with one of these roles: ${listed(args.allowedRoles)}.`,
    }),
    'member.last_administrator': () => ({
      title: 'This is the last administrator',
      advice: 'Make another joined member a Partner administrator first.',
    }),
    'entitlement.user_not_resolved': () => ({
      title: 'No unique active member has this e-mail address',
      advice: 'Check the spelling, add the member to the tenant, or use their object id.',
    }),
    'entitlement.user_tenant_mismatch': () => ({
      title: 'This user belongs to another tenant of the organisation',
      advice: 'Check access on the page of their own tenant.',
    }),
    'customer.tenants_held': ({ args }) => ({
      title: 'Some tenants belong to another organisation',
      advice: `${(args.tenants as { tenantId: string; organisation: string | null }[])
        .map(({ tenantId, organisation }) => `${organisation ?? 'Another organisation'} has ${tenantId}`)
        .join('; ')}.`,
    }),
    'subscription.seats_in_use': ({ args }) => ({
      title: 'More seats are assigned than the new quantity',
      advice: `Release seats until at most ${args.quantity} are assigned, then try again.`,
    }),
    'subscription.move_not_allowed': ({ args }) => ({
      title: `This status change is not allowed: the subscription is ${args.status}`,
      advice: 'Somebody else changed it, or its term ended. Close this dialog and check its status.',
    }),
    'metering.window_already_reported': () => ({
      title: 'The report is already being sent',
      advice: 'Its quantity can no longer change. The list shows the result.',
    }),
    'metering.window_too_old': () => ({
      title: 'The hour is too old to send',
      advice: 'The marketplace accepts an hour until 24 hours after its start. Settle it with the customer.',
    }),
    'usage_report.not_held': () => ({
      title: 'The report is no longer on hold',
      advice: 'It is being sent, or was sent. The list shows the result.',
    }),
    'marketplace.source_connected': () => ({
      title: 'This source is already connected',
      advice: 'Edit that connection, or choose another source name.',
    }),
    'marketplace.connection_in_use': ({ args }) => ({
      title: 'This connection still has work to finish',
      advice: `${args.waitingCalls} notifications and ${args.waitingUsage} usage reports are waiting. They finish or expire within a day; a working connection sends them sooner.`,
    }),
    'resource.not_found': ({ args }) => ({
      title: `This ${args.kind} does not exist`,
      advice: 'It may have been removed, or belong to another workspace. Go back to the list.',
    }),
  };

const listed = (names: unknown) => (Array.isArray(names) ? names.join(', ') : '');

/** The remedy of the API, with the values of its arguments in place of their names. */
const withValues = (detail: string, args: Problem['args']): string =>
  detail.replaceAll(/`args\.(\w+)`/g, (name, key: string) => {
    const value = args[key];
    return Array.isArray(value) ? listed(value) : typeof value === 'object' ? name : String(value);
  });

export async function apiErrorFrom(response: Response): Promise<ApiError> {
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
  if (!isProblem) {
    return new ApiError({
      code: `portal.status_${response.status}`,
      title: 'The service returned an unexpected response',
      advice: 'Reload the page. If it happens again, contact the operator of the service.',
    });
  }
  const problem = (await response.json()) as Problem;
  const { code, title, detail, args, requestId } = problem;
  const issues = code === 'request.validation_failed' ? (args.issues as readonly Issue[]) : [];
  const advice = withValues(detail, args);
  return new ApiError({ code, title, advice, issues, requestId, ...problemTexts[code]?.(problem) });
}
