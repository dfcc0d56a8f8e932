import type { FastifyReply, FastifyRequest } from 'fastify';
import { traitsOf } from '../../core/marketplace/connections/kinds.ts';
import { seal, unseal } from '../../secrets/seal.ts';
import type { ApiContext } from '../context.ts';
import { sendPage } from '../pages/page.ts';
import { type OwnPath, readOwnPath } from '../sign-in/begin-sign-in.ts';
import { landingErrorPage, landingErrors } from './landing-errors.ts';
import type { Visit } from './landing-pages.ts';
import { landingPath } from './landing-path.ts';
import { findLandingConnection, type LandingConnection } from './landing-visitor.ts';

/** A visit of an existing landing page with a well-formed token. */
export interface Arrival {
  readonly landing: LandingConnection;
  readonly token: string;
  readonly returnTo: OwnPath;
  readonly confirmAddress: string;
  readonly confirmedAddress: string;
  readonly visit: Visit;
}

const maxTokenLength = 2_048;
const visibleCharacters = /^[\x21-\x7e]+$/;

/** Restores plus signs, which URL decoding turned into spaces; tokens contain no spaces. */
export function readPurchaseToken(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > maxTokenLength) return undefined;
  const token = text.trim().replaceAll(' ', '+');
  return visibleCharacters.test(token) ? token : undefined;
}

export function tokenOf(request: FastifyRequest): string | undefined {
  return readPurchaseToken((request.query as { token?: unknown }).token);
}

/** Undefined when an error page has been sent. */
export async function arrive(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | undefined,
): Promise<Arrival | undefined> {
  const { connectionId } = request.params as { connectionId: string };
  const landing = await findLandingConnection(context, connectionId);
  if (!landing) {
    sendPage(reply, landingErrorPage(landingErrors.unknownAddress, 'Tessera', null));
    return undefined;
  }
  if (token === undefined) {
    sendPage(
      reply,
      landingErrorPage(landingErrors.tokenMissing, landing.workspaceName, null, landing.connection),
    );
    return undefined;
  }
  return arrivalAt(context, landing, token);
}

function arrivalAt({ publicUrl }: ApiContext, landing: LandingConnection, token: string): Arrival {
  const path = `${landingPath}/${landing.connectionId}`;
  const query = `token=${encodeURIComponent(token)}`;
  const returnTo = readOwnPath(`${path}?${query}`);
  if (returnTo === undefined) throw new Error('The landing page is not our own');
  const url = `${publicUrl}${returnTo}`;
  return {
    landing,
    token,
    returnTo,
    confirmAddress: `${publicUrl}${path}/confirm`,
    confirmedAddress: `${url}&confirmed=1`,
    visit: {
      workspaceId: landing.workspaceId,
      seller: landing.workspaceName,
      beginsBilling: traitsOf(landing.connection).canActivate,
      url: url,
      signIn: `${publicUrl}${path}/sign-in?${query}`,
      otherAccount: `${publicUrl}${path}/sign-in?${query}&account=choose`,
    },
  };
}

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
  lifetime = lifetimeMilliseconds,
): string {
  const expiresAt = clock.now().getTime() + lifetime;
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
