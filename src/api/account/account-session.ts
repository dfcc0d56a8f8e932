import type { FastifyReply, FastifyRequest } from 'fastify';
import { spendSignIn } from '../../actions/workspaces/spend-sign-in.ts';
import { makeBearerText } from '../../core/workspaces/session.ts';
import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import { hashSecret } from '../../secrets/hash.ts';
import { seal, unseal } from '../../secrets/seal.ts';
import { isSignInSpent } from '../../storage/workspaces/spent-sign-ins.ts';
import type { ApiContext } from '../context.ts';
import { SealedCookie } from '../sign-in/sealed-cookie.ts';
import type { SignInHandler } from '../sign-in/sign-in-callback.ts';

export const accountPurpose = 'account';

/**
 * The signed-in user of the customer's page, apart from the portal's sessions. What the user may see and change is decided
 * on every request.
 */
interface AccountSession {
  readonly sessionText: string;
  readonly user: SignedInUser;
}

const accountCookie = new SealedCookie<AccountSession>({ name: 'account-session', lifetimeSeconds: 60 * 60 });

export function signInCustomer(context: ApiContext): SignInHandler {
  return (user, _request, reply) => {
    beginAccountSession(context, reply, user);
    return undefined;
  };
}

export function beginAccountSession(context: ApiContext, reply: FastifyReply, user: SignedInUser): void {
  accountCookie.set(context, reply, { sessionText: makeBearerText(context.randomBytes), user });
}

/** Undefined an hour after the sign-in, and after the sign-out: a copy of the cookie is of no use. */
export async function findAccountUser(
  context: ApiContext,
  request: FastifyRequest,
): Promise<SignedInUser | undefined> {
  const session = accountCookie.read(context, request);
  if (!session || (await isSignInSpent(context.database, hashSecret(session.sessionText)))) return undefined;
  return session.user;
}

export async function endAccountSession(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const session = accountCookie.read(context, request);
  if (session) {
    await spendSignIn({ database: context.writes, now: context.clock.now() }, session.sessionText);
  }
  accountCookie.clear(context, reply);
}

interface FormNote {
  readonly connectionId: string;
  readonly tenantId: string;
  readonly objectId: string;
}

const sealContext = { purpose: 'account form', belongsTo: 'account form' } as const;

/** CSRF protection: another site cannot read the page to forge the note of its form. */
export function sealForm({ encryptionKey }: ApiContext, note: FormNote): string {
  return Buffer.from(seal(JSON.stringify(note), encryptionKey, sealContext)).toString('base64url');
}

/** Whether the form was made on the page of the connection, for this user. */
export function isFormOf({ encryptionKey }: ApiContext, body: unknown, expected: FormNote): boolean {
  const { form } = (body ?? {}) as { form?: unknown };
  if (typeof form !== 'string') return false;
  try {
    const note = JSON.parse(unseal(Buffer.from(form, 'base64url'), encryptionKey, sealContext)) as FormNote;
    return (
      note.connectionId === expected.connectionId &&
      note.tenantId === expected.tenantId &&
      note.objectId === expected.objectId
    );
  } catch {
    return false;
  }
}
