import { seal, unseal } from '../../secrets/seal.ts';
import type { ApiContext } from '../context.ts';
import { landingPath } from './landing-path.ts';

type LinkContext = Pick<ApiContext, 'encryptionKey' | 'clock' | 'publicUrl'>;

/** The marketplace's own tokens are opaque; ours are told apart by this. */
const prefix = 'tessera-';
/** A buyer who is reminded by mail may be away for some days. */
const lifetimeMilliseconds = 14 * 24 * 3_600_000;

/** Sealed for one connection: the token opens no other landing page. */
const sealContext = (connectionId: string) =>
  ({ purpose: 'purchase link', belongsTo: connectionId }) as const;

/**
 * A link to the landing page for the buyer of a purchase. It leads where the marketplace's own link leads, which only the
 * buyer can open there and which is valid for a day. The buyer signs in and confirms as usual.
 */
export function purchaseLink(
  { encryptionKey, clock, publicUrl }: LinkContext,
  connectionId: string,
  marketplaceSubscriptionId: string,
): string {
  const expiresAt = clock.now().getTime() + lifetimeMilliseconds;
  const text = JSON.stringify([marketplaceSubscriptionId, expiresAt]);
  const sealed = Buffer.from(seal(text, encryptionKey, sealContext(connectionId)));
  return `${publicUrl}${landingPath}/${connectionId}?token=${prefix}${sealed.toString('base64url')}`;
}

/** The purchase of our own token; null if it is expired or forged; undefined for a token of the marketplace. */
export function readPurchaseLink(
  { encryptionKey, clock }: LinkContext,
  connectionId: string,
  token: string,
): string | null | undefined {
  if (!token.startsWith(prefix)) return undefined;
  const sealed = Buffer.from(token.slice(prefix.length), 'base64url');
  try {
    const [id, expiresAt] = JSON.parse(unseal(sealed, encryptionKey, sealContext(connectionId)));
    return expiresAt > clock.now().getTime() ? id : null;
  } catch {
    return null;
  }
}
