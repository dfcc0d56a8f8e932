import { type RawBuilder, sql } from 'kysely';
import { defaultKind } from '../../core/catalogue/marketplace-kind.ts';

/**
 * Whether the `mapping` of a plan is of the offer under which the `subscription` was bought, as its licence names it; without a
 * licence, of a connection of the default kind. A subscription that was sold directly has any mapping.
 *
 * @param workspace in a subquery of a subscription its column, otherwise the id: Citus plans each in its own way
 */
export const isOwnMapping = (workspace: RawBuilder<unknown>) => sql<boolean>`(
  subscription.marketplace_subscription_id is null or coalesce(
    (
      select licence.source_name = mapping.source_name and licence.product_code = mapping.offer_id
      from marketplace_licences as licence
      where licence.workspace_id = ${workspace} and licence.licence = subscription.marketplace_subscription_id
    ),
    not exists (
      select from marketplace_connections as other
      where other.workspace_id = ${workspace} and other.source_name = mapping.source_name
        and other.kind <> ${defaultKind}
    )
  )
)`;
