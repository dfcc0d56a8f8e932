import {
  canarySealContext,
  credentialSealContext,
  endpointSealContext,
  licenceSealContext,
  signingKeySealContext,
} from '../../core/operations/seal-context.ts';
import { type EncryptionKey, type SealContext, seal, sealHeader, unseal } from '../../secrets/seal.ts';
import { updateCanary } from '../../storage/secrets/encryption-canary.ts';
import {
  countSealedWithout,
  listSealedTexts,
  replaceSealedText,
  type SealedKind,
  type SealedText,
} from '../../storage/secrets/sealed-texts.ts';
import type { ActionContext } from '../context.ts';

const batchSize = 100;

export function sealContextOf({ kind, workspaceId, owner }: SealedText): SealContext {
  switch (kind) {
    case 'marketplace credential':
      return credentialSealContext({ workspaceId, sourceName: owner });
    case 'licence credential':
      return licenceSealContext(owner);
    case 'webhook headers':
      return endpointSealContext('headers', { workspaceId, endpointId: owner });
    case 'webhook secret':
    case 'previous webhook secret':
      return endpointSealContext('secret', { workspaceId, endpointId: owner });
    case 'signing key':
      return signingKeySealContext({ workspaceId, kid: owner });
  }
}

export interface ResealedBatch {
  readonly resealed: number;
  /** Sealed with an unknown key; left as they are. */
  readonly unopened: number;
  /** Where the next batch begins; undefined after the last. */
  readonly last: SealedText | undefined;
}

/**
 * Seals a batch of secrets of one kind with the current key. A secret that a running node changes meanwhile is skipped.
 */
export async function resealSecrets(
  { database }: ActionContext,
  key: EncryptionKey,
  kind: SealedKind,
  after: SealedText | undefined,
): Promise<ResealedBatch> {
  const texts = await listSealedTexts(database, kind, {
    without: sealHeader(key.current),
    after,
    limit: batchSize,
  });
  let unopened = 0;
  for (const text of texts) {
    const next = reseal(text, key);
    if (next) await replaceSealedText(database, text, next);
    else unopened += 1;
  }
  const last = texts.length === batchSize ? texts.at(-1) : undefined;
  return { resealed: texts.length - unopened, unopened, last };
}

export function countStale(
  { database }: ActionContext,
  key: EncryptionKey,
  kind: SealedKind,
): Promise<number> {
  return countSealedWithout(database, kind, sealHeader(key.current));
}

/** Must come last: from then on a node without the current key is not ready. */
export async function resealCanary({ database }: ActionContext, key: EncryptionKey): Promise<void> {
  await updateCanary(database, seal('canary', key, canarySealContext));
}

function reseal(text: SealedText, key: EncryptionKey): Uint8Array | undefined {
  try {
    return seal(unseal(text.sealed, key, sealContextOf(text)), key, sealContextOf(text));
  } catch {
    return undefined;
  }
}
