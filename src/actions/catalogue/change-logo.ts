import { type LogoMediaType, logoIssues } from '../../core/catalogue/logo.ts';
import { type Refusal, refuse, refuseInvalid } from '../../core/refusal.ts';
import { deleteLogo, findLogoFacts, saveLogo } from '../../storage/catalogue/logos.ts';
import { lockProductIds } from '../../storage/catalogue/products.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/** Sets the logo of a product, or removes it with null. It is no part of the catalogue's revisions. */
export async function changeLogo(
  context: ActionContext,
  workspaceId: string,
  product: string,
  logo: { readonly mediaType: LogoMediaType; readonly content: Uint8Array } | null,
): Promise<Refusal | undefined> {
  const issues = logo ? logoIssues(logo.mediaType, logo.content) : [];
  if (issues.length > 0) return refuseInvalid(issues);
  return context.database.transaction().execute(async (database) => {
    const productId = (await lockProductIds(database, workspaceId, [product])).get(product);
    if (productId === undefined) return refuse('product.not_found', { product });
    const key = { workspaceId, productId };
    const before = await findLogoFacts(database, key);
    if (!before && !logo) return undefined;
    if (logo) await saveLogo(database, key, logo, context.now);
    else await deleteLogo(database, key);
    const after = logo && { mediaType: logo.mediaType, bytes: logo.content.length };
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'product.changed',
      subject: { kind: 'Product', id: product },
      before: { logo: before && { mediaType: before.mediaType, bytes: before.bytes } },
      after: { logo: after },
    });
    return undefined;
  });
}
