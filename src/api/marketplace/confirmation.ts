import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import { seal, unseal } from '../../secrets/seal.ts';
import type { ApiContext } from '../context.ts';

/**
 * What the form on the confirmation page brings back: which purchase was shown, to whom. It is sealed, so that another
 * site, which cannot read the page, has no form to send in somebody's name.
 */
interface Confirmation {
  readonly connectionId: string;
  readonly token: string;
  readonly tenantId: string;
  readonly objectId: string;
}

const place = { purpose: 'purchase confirmation', belongsTo: 'landing confirmation' } as const;

export function sealConfirmation({ encryptionKey }: ApiContext, confirmation: Confirmation): string {
  return Buffer.from(seal(JSON.stringify(confirmation), encryptionKey, place)).toString('base64url');
}

export function readConfirmation({ encryptionKey }: ApiContext, body: unknown): Confirmation | undefined {
  const { confirmation } = (body ?? {}) as { confirmation?: unknown };
  if (typeof confirmation !== 'string') return undefined;
  try {
    return JSON.parse(unseal(Buffer.from(confirmation, 'base64url'), encryptionKey, place));
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
