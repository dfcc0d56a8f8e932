import { sql } from 'kysely';
import type { LogoMediaType } from '../../core/catalogue/product-brand.ts';
import type { Database } from '../database.ts';
import type { ProductKey } from './product-writes.ts';

export interface LogoFacts {
  readonly mediaType: LogoMediaType;
  readonly bytes: number;
  readonly changedAt: Date;
}

export async function saveLogo(
  database: Database,
  { workspaceId, productId }: ProductKey,
  { mediaType, content }: { readonly mediaType: LogoMediaType; readonly content: Uint8Array },
  now: Date,
): Promise<void> {
  const values = { media_type: mediaType, content: Buffer.from(content), changed_at: now };
  await database
    .insertInto('product_logos')
    .values({ workspace_id: workspaceId, product_id: productId, ...values })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'product_id']).doUpdateSet(values))
    .execute();
}

export async function deleteLogo(database: Database, { workspaceId, productId }: ProductKey): Promise<void> {
  await database
    .deleteFrom('product_logos')
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .execute();
}

/** Without the image itself. */
export async function findLogoFacts(
  database: Database,
  { workspaceId, productId }: ProductKey,
): Promise<LogoFacts | null> {
  const row = await database
    .selectFrom('product_logos')
    .select(['media_type', 'changed_at', sql<number>`length(content)`.as('bytes')])
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .executeTakeFirst();
  if (!row) return null;
  return { mediaType: row.media_type as LogoMediaType, bytes: row.bytes, changedAt: row.changed_at };
}

export async function findLogo(
  database: Database,
  { workspaceId, productId }: ProductKey,
): Promise<
  { readonly mediaType: string; readonly content: Uint8Array; readonly changedAt: Date } | undefined
> {
  const row = await database
    .selectFrom('product_logos')
    .select(['media_type', 'content', 'changed_at'])
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return row && { mediaType: row.media_type, content: row.content, changedAt: row.changed_at };
}
