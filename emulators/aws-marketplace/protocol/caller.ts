import { randomBytes } from 'node:crypto';
import type { EmulatorRequest } from '../../shell/listener.ts';
import type { AwsRegister, Role } from '../directory.ts';
import type { AwsCall } from './call.ts';
import type { Failure } from './failure.ts';
import { readSignedScope, signatureProblem } from './signature.ts';

/** Who has signed a request. */
export interface Caller {
  readonly accountId: string;
  /** `arn:aws:iam::…:user/…`, or of an assumed role. */
  readonly arn: string;
  readonly region: string;
}

/** The temporary keys of an assumed role. */
interface Session {
  readonly accessKeyId: string;
  readonly secret: string;
  readonly token: string;
  readonly role: Role;
  readonly name: string;
  readonly expiresAt: Date;
}

export interface Sessions {
  open(role: Role, name: string, expiresAt: Date): Session;
  find(accessKeyId: string): Session | undefined;
}

const maxSessions = 1_000;

export function createSessions(): Sessions {
  const sessions = new Map<string, Session>();
  return {
    open(role, name, expiresAt) {
      const accessKeyId = `ASIA${randomBytes(8).toString('hex').toUpperCase()}`;
      const [secret, token] = [randomBytes(30).toString('base64'), randomBytes(120).toString('base64')];
      const session = { accessKeyId, secret, token, role, name, expiresAt };
      sessions.set(accessKeyId, session);
      const [oldest = ''] = sessions.keys();
      if (sessions.size > maxSessions) sessions.delete(oldest);
      return session;
    },
    find: (accessKeyId) => sessions.get(accessKeyId),
  };
}

export interface CallerContext {
  readonly register: AwsRegister;
  readonly sessions: Sessions;
  /** The real time, whatever the emulator's clock shows. */
  readonly signingNow: () => Date;
}

interface Key {
  readonly secret: string;
  readonly accountId: string;
  readonly arn: string;
  readonly rights: readonly string[] | undefined;
}

/** Checks the signature, the scope and the right. */
export function authenticate(
  request: EmulatorRequest,
  call: AwsCall,
  { register, sessions, signingNow }: CallerContext,
): Caller | Failure {
  const { authorization } = request.headers;
  if (authorization === undefined) {
    return { failure: 'MissingAuthenticationTokenException', message: 'Missing Authentication Token' };
  }
  const scope = readSignedScope(authorization);
  if (!scope) {
    return { failure: 'IncompleteSignatureException', message: 'The Authorization header cannot be read.' };
  }
  const now = signingNow();
  const token = request.headers['x-amz-security-token']?.toString();
  const session = sessions.find(scope.accessKeyId);
  const key = session ? keyOfSession(session) : keyOf(scope.accessKeyId, register);
  if (!key || session?.token !== token) return unrecognized;
  if (scope.service !== call.signedFor) {
    const message = `Credential should be scoped to correct service: '${call.signedFor}'.`;
    return { failure: 'InvalidSignatureException', message };
  }
  if (call.region !== undefined && scope.region !== call.region) {
    const message = `Credential should be scoped to a valid region, not '${scope.region}'.`;
    return { failure: 'InvalidSignatureException', message };
  }
  const problem = signatureProblem(request, scope, key.secret, now);
  if (problem !== undefined) return { failure: 'InvalidSignatureException', message: problem };
  if (session && session.expiresAt <= now) return expired;
  const right = `${call.signedFor}:${call.operation}`;
  const isFree = call.operation === 'GetCallerIdentity';
  if (!isFree && key.rights && !key.rights.includes(right)) return denied(key.arn, right);
  return { accountId: key.accountId, arn: key.arn, region: scope.region };
}

/** The account that a request claims to be of, for faults and the log. */
export function claimedAccount(
  authorization: string | undefined,
  { register, sessions }: CallerContext,
): { readonly accountId?: string; readonly region?: string } {
  const scope = readSignedScope(authorization);
  if (!scope) return {};
  const session = sessions.find(scope.accessKeyId);
  const accountId = session ? accountOf(session.role) : register.findAccessKey(scope.accessKeyId)?.accountId;
  return { region: scope.region, ...(accountId === undefined ? {} : { accountId }) };
}

export const accountOf = ({ arn }: Role): string => arn.split(':')[4] ?? '';

export const unrecognized: Failure = {
  failure: 'UnrecognizedClientException',
  message: 'The security token included in the request is invalid.',
};

export const expired: Failure = {
  failure: 'ExpiredTokenException',
  message: 'The security token included in the request is expired',
};

export function denied(arn: string, right: string): Failure {
  const message = `User: ${arn} is not authorized to perform: ${right} because no identity-based policy allows the ${right} action`;
  return { failure: 'AccessDeniedException', message };
}

function keyOf(accessKeyId: string, register: AwsRegister): Key | undefined {
  const key = register.findAccessKey(accessKeyId);
  return key && { ...key, arn: `arn:aws:iam::${key.accountId}:user/${key.id}`, rights: key.rights };
}

function keyOfSession({ secret, role, name }: Session): Key {
  const accountId = accountOf(role);
  const roleName = role.arn.split('/').at(-1) ?? '';
  const arn = `arn:aws:sts::${accountId}:assumed-role/${roleName}/${name}`;
  return { secret, accountId, arn, rights: role.rights };
}
