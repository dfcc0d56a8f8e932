import { Refused } from '../call.ts';
import { printable } from '../terminal.ts';
import { typedCommand } from '../typed-command.ts';
import type { Target } from './target.ts';

/** A problem document of the service, as far as it could be read. */
export interface Problem {
  readonly code?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** A request without a response. */
export function explainFailure({ url }: Target, error: unknown): Refused {
  const root = rootOf(error);
  if (root instanceof Error && root.name === 'TimeoutError') {
    return new Refused(
      'service.timeout',
      `${url} did not respond in time. Try again; if it persists, check its /health/ready.`,
      { isTransient: true },
    );
  }
  const code = root instanceof Error && 'code' in root ? String(root.code) : '';
  if (/CERT|SIGNED|VERIFY|TLS/.test(code)) {
    return new Refused(
      'service.certificate',
      `The certificate of ${url} is not trusted (${code}). For a certificate authority of your own, set NODE_EXTRA_CA_CERTS to its file.`,
    );
  }
  const reason = code || (root instanceof Error ? root.message : String(root));
  return new Refused(
    'service.unreachable',
    `${url} cannot be reached (${reason}). Check the address, that the service runs, and the network between.`,
    { isTransient: true },
  );
}

/** The first cause: Node's "fetch failed" says nothing by itself. */
export function rootOf(error: unknown): unknown {
  let root = error;
  while (root instanceof Error && root.cause !== undefined) root = root.cause;
  return root;
}

/** A response that is a refusal. */
export function explainProblem(
  target: Target,
  status: number,
  problem: Problem,
  advice: Readonly<Record<string, (problem: Problem) => string>>,
): Refused {
  const { code } = problem;
  const isTransient = status >= 500 || status === 429;
  if (typeof code !== 'string') {
    return new Refused(
      'service.not_tessera',
      `${target.url} responded with ${status}, but not as Tessera does: check the address, and the proxy in front of it.`,
      { isTransient },
    );
  }
  const own = [advice, general].find((each) => Object.hasOwn(each, code))?.[code];
  const message = own
    ? own(problem, target)
    : `${sentence(problem.title)} ${sentence(problem.detail)}`.trim();
  return new Refused(code, printable(message), { isTransient });
}

const general: Readonly<Record<string, (problem: Problem, target: Target) => string>> = {
  'auth.credentials_invalid': (_, { url, keyExpiresAt }) =>
    `${url} does not accept the key: it has expired, was revoked, or is of another service.${
      keyExpiresAt === null ? '' : ` Its expiry was ${keyExpiresAt}.`
    } Rotate it or issue another in the portal under Service accounts, then ${typedCommand('login')}.`,
  'auth.role_not_allowed': ({ args = {} }) =>
    `The service account has the role ${args.role}; this needs ${listed(args.allowedRoles)}. A role cannot be changed: add a service account with a wider one in the portal, and log in with its key.`,
  'request.route_not_found': (_, { url }) =>
    `${url} does not know this request: the service is older than this command. Upgrade it, or use the command of its version.`,
  'request.rate_limited': ({ args = {} }) =>
    `Too many requests: try again in ${args.retryAfterSeconds ?? 60} seconds.`,
};

const listed = (value: unknown) => (Array.isArray(value) ? value.join(' or ') : 'a wider one');

const sentence = (text: string | undefined) =>
  text === undefined || text === '' ? '' : /[.!?]$/.test(text) ? text : `${text}.`;
