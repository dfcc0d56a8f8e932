import { accountPath } from '../../core/marketplace/account-url.ts';
import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import { seal, unseal } from '../../secrets/seal.ts';
import type { ApiContext } from '../context.ts';
import { SealedCookie } from '../sign-in/sealed-cookie.ts';
import type { SignInHandler } from '../sign-in/sign-in-callback.ts';

export const accountPurpose = 'account';

/**
 * The signed-in user of the customer's page, apart from the portal's sessions. It ends an hour after the sign-in; what the
 * user may see and change is decided on every request.
 */
export const accountCookie = new SealedCookie<SignedInUser>({
  name: 'account-visitor',
  path: accountPath,
  lifetimeSeconds: 60 * 60,
});

export function signInCustomer(context: ApiContext): SignInHandler {
  return (user, _request, reply) => {
    accountCookie.set(context, reply, user);
    return undefined;
  };
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
