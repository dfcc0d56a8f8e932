import type { Members } from '../shell/read-json.ts';
import type { AwsRegister } from './directory.ts';
import { accountOf, type Caller, denied, type Sessions } from './protocol/caller.ts';
import type { Failure } from './protocol/failure.ts';

/** Temporary keys of a role. The external id must be the role's, where the role has one. */
export function assumeRole(
  input: Members,
  caller: Caller,
  register: AwsRegister,
  sessions: Sessions,
  now: Date,
): object | Failure {
  const { RoleArn, RoleSessionName, ExternalId, DurationSeconds = '3600' } = input;
  const seconds = Number(DurationSeconds);
  const isName = typeof RoleSessionName === 'string' && /^[\w+=,.@-]{2,64}$/.test(RoleSessionName);
  if (typeof RoleArn !== 'string' || !isName || !(seconds >= 900 && seconds <= 43_200)) {
    return {
      failure: 'ValidationException',
      message: 'RoleArn, RoleSessionName or DurationSeconds is not valid.',
    };
  }
  const role = register.findRole(RoleArn);
  if (!role || (role.externalId !== undefined && role.externalId !== ExternalId)) {
    const { message } = denied(caller.arn, 'sts:AssumeRole');
    return {
      failure: 'AccessDeniedException',
      message: message.replace(/ because.*/, ` on resource: ${RoleArn}`),
    };
  }
  const session = sessions.open(role, RoleSessionName, new Date(now.getTime() + seconds * 1000));
  const roleName = role.arn.split('/').at(-1);
  return {
    AssumedRoleUser: {
      AssumedRoleId: `AROAEMULATED:${RoleSessionName}`,
      Arn: `arn:aws:sts::${accountOf(role)}:assumed-role/${roleName}/${RoleSessionName}`,
    },
    Credentials: {
      AccessKeyId: session.accessKeyId,
      SecretAccessKey: session.secret,
      SessionToken: session.token,
      Expiration: session.expiresAt,
    },
  };
}

export function callerIdentity({ arn, accountId }: Caller): object {
  return { Arn: arn, UserId: 'AIDAEMULATED', Account: accountId };
}
