import { accessRefusals } from './refusals/access-refusals.ts';
import { domainRefusals } from './refusals/domain-refusals.ts';
import { entitlementRefusals } from './refusals/entitlement-refusals.ts';
import { usageRefusals } from './refusals/usage-refusals.ts';

interface RefusalEntry {
  readonly status: number;
  readonly title: string;
  /** What the caller should do; shown on the error page and as the default detail. */
  readonly remedy: string;
}

/** Every error code. A refusal is a value: it becomes an HTTP response or a usage record's `error`. */
export const refusalTable = {
  ...accessRefusals,
  ...domainRefusals,
  ...entitlementRefusals,
  ...usageRefusals,
  'service.internal_error': {
    status: 500,
    title: 'The service failed to process the request',
    remedy: 'Try again later. If the error persists, send support the `requestId`.',
  },
  'service.unavailable': {
    status: 503,
    title: 'The service is temporarily unavailable',
    remedy: 'Try again in a few seconds.',
  },
} as const satisfies Record<string, RefusalEntry>;

export type RefusalCode = keyof typeof refusalTable;

export interface Refusal {
  readonly refused: true;
  readonly code: RefusalCode;
  readonly detail: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export function refuse(
  code: RefusalCode,
  args: Readonly<Record<string, unknown>> = {},
  detail: string = refusalTable[code].remedy,
): Refusal {
  return { refused: true, code, detail, args };
}

export function isRefusal(value: unknown): value is Refusal {
  // Reading the member is much faster than `in` on values of many shapes.
  return (value as Partial<Refusal> | null | undefined)?.refused === true;
}

/** The detail with the values of the arguments in place of their names, for people. */
export function filledDetail({ detail, args }: Pick<Refusal, 'detail' | 'args'>): string {
  return detail.replaceAll(/`args\.(\w+)`/g, (name, key: string) => {
    const value = args[key];
    if (Array.isArray(value)) return value.join(', ');
    return value === undefined || typeof value === 'object' ? name : String(value);
  });
}

/** One validation error of a request. */
export interface ValidationIssue {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** Bounds the response: a hostile request can break a rule many times and be quoted in each message. */
export const maxIssues = 100;
const maxTextLength = 500;

export function refuseInvalid(found: readonly ValidationIssue[]): Refusal {
  const issues = found.slice(0, maxIssues).map(({ path, rule, message }) => ({
    path: shortened(path),
    rule,
    message: shortened(message),
  }));
  const detail = issues.map(({ path, message }) => (path ? `${path} ${message}` : message)).join('; ');
  return refuse('request.validation_failed', { issues }, detail);
}

function shortened(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
}

/** An unknown id in the workspace; does not disclose whether another workspace has it. */
export function refuseUnknown(parameter: string, kind: string): Refusal {
  return refuse(
    'resource.not_found',
    { kind, parameter },
    `The workspace has no ${kind} with this ${parameter}.`,
  );
}
