import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import { seal, unseal } from '../../secrets/seal.ts';
import type { ApiContext } from '../context.ts';

/**
 * State of the confirmation form: the shown purchase and user. Sealed, as CSRF protection: another site cannot read the
 * page to forge it.
 */
interface Confirmation {
  readonly connectionId: string;
  readonly token: string;
  readonly tenantId: string;
  readonly objectId: string;
}

const sealContext = { purpose: 'purchase confirmation', belongsTo: 'landing confirmation' } as const;

export function sealConfirmation({ encryptionKey }: ApiContext, confirmation: Confirmation): string {
  return Buffer.from(seal(JSON.stringify(confirmation), encryptionKey, sealContext)).toString('base64url');
}

export function readConfirmation({ encryptionKey }: ApiContext, body: unknown): Confirmation | undefined {
  const { confirmation } = (body ?? {}) as { confirmation?: unknown };
  if (typeof confirmation !== 'string') return undefined;
  try {
    return JSON.parse(unseal(Buffer.from(confirmation, 'base64url'), encryptionKey, sealContext));
  } catch {
    return undefined;
  }
}

export function isConfirmedBy(
  { tenantId, objectId }: Confirmation,
  user: Pick<SignedInUser, 'tenantId' | 'objectId'>,
): boolean {
  return tenantId === user.tenantId && objectId === user.objectId;
}
