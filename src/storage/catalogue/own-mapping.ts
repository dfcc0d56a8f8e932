import { type RawBuilder, sql } from 'kysely';
import { defaultKind } from '../../core/catalogue/marketplace-kind.ts';

/**
 * Whether the `mapping` of a plan is of the offer under which the `subscription` was bought, as its licence names it; without a
 * licence, of a connection of the default kind. A subscription that was sold directly has any mapping.
 */
export const isOwnMapping = (workspaceId: string | RawBuilder<unknown>) => sql<boolean>`(
  subscription.marketplace_subscription_id is null or coalesce(
    (
      select licence.source_name = mapping.source_name and licence.product_code = mapping.offer_id
      from marketplace_licences as licence
      where licence.workspace_id = ${workspaceId} and licence.licence = subscription.marketplace_subscription_id
    ),
    not exists (
      select from marketplace_connections as other
      where other.workspace_id = ${workspaceId} and other.source_name = mapping.source_name
        and other.kind <> ${defaultKind}
    )
  )
)`;
