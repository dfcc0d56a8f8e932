import { Type } from 'typebox';
import { dimensionEntry, plansInOrder, publicationStatuses } from '../../../core/catalogue/catalogue.ts';
import { labelsView, noLabels } from '../../../core/catalogue/labels.ts';
import type { ProductDefinition } from '../../../core/catalogue/product-definition.ts';
import type { StoredVersion } from '../../../storage/catalogue/product-versions.ts';
import type { Database } from '../../../storage/database.ts';
import { loadOrganisationNames } from '../../../storage/subscriptions/customer-views.ts';
import { listEntriesOfRevisions } from '../../../storage/workspaces/audit-entries.ts';
import { jsonResponse, oneOf, ProductLabels } from '../../schemas.ts';
import { instant, nullable, uuid } from '../schemas.ts';
import { actorMember, noteMembers } from '../workspaces/audit-log-view.ts';
import { changeExample } from './impact-view.ts';
import { versionContentExample } from './product-view.ts';
import { mappingSettings, planSettings, productSettings, rank } from './schemas.ts';

const revision = Type.Integer({ description: 'Counts the changes of the product, as its `ETag` does.' });
const status = oneOf(publicationStatuses);

/** One line of the history of a product. */
export const ProductVersion = Type.Object(
  {
    revision,
    recordedAt: instant,
    isCurrent: Type.Boolean(),
    actor: Type.Union([actorMember, Type.Null()], {
      description:
        'Null if no person, service account or command made the change, or the audit log has ended.',
    }),
    ...noteMembers,
    changes: Type.Array(Type.Ref('CatalogueChange'), {
      description: 'As in the audit log; empty for a version from before versions were kept.',
    }),
    affected: nullable.object(
      {
        customers: Type.Integer({
          description: 'The number of tenants whose entitlement the change altered.',
        }),
        tenants: Type.Array(Type.Object({ tenantId: uuid, organisation: nullable.text }), {
          description: 'The first 20, with the name of their organisation now.',
        }),
      },
      'Null if it was not counted.',
    ),
  },
  { $id: 'ProductVersion' },
);

export const versionExample = {
  revision: 8,
  recordedAt: '2026-11-15T09:00:00.000Z',
  isCurrent: true,
  actor: {
    kind: 'Member',
    id: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8',
    name: 'Mara Voss',
    address: '203.0.113.7',
  },
  reason: 'Audit trail is part of Standard since November',
  restoredRevision: null,
  changes: [changeExample],
  affected: {
    customers: 11,
    tenants: [{ tenantId: 'a0000000-0000-4000-8000-000000000001', organisation: 'Contoso' }],
  },
};

/** The versions with their audit entries and the names of their customers, in two queries. */
export async function versionViews(
  database: Database,
  { workspaceId, product, current }: { workspaceId: string; product: string; current: number },
  versions: readonly StoredVersion[],
) {
  const tenantIds = new Set(versions.flatMap(({ affected }) => affected?.tenantIds ?? []));
  const [entries, names] = await Promise.all([
    listEntriesOfRevisions(database, workspaceId, product, versions),
    loadOrganisationNames(database, workspaceId, [...tenantIds]),
  ]);
  return versions.map(({ revision: number, recordedAt, affected }) => {
    const own = entries.filter(({ note }) => note.productRevision === number);
    return {
      revision: number,
      recordedAt,
      isCurrent: number === current,
      actor: own[0]?.actor ?? null,
      reason: own[0]?.note.reason ?? null,
      restoredRevision: own[0]?.note.restoredRevision ?? null,
      changes: own.map(({ action, subject, before, after }) => ({ action, subject, before, after })),
      affected: affected && {
        customers: affected.count,
        tenants: affected.tenantIds.map((tenantId) => ({
          tenantId,
          organisation: names.get(tenantId) ?? null,
        })),
      },
    };
  });
}

/** A whole product as it was. */
const VersionContent = Type.Object({
  revision,
  recordedAt: instant,
  product: Type.Object({
    slug: Type.String(),
    ...productSettings,
    status,
    labels: ProductLabels,
    editions: Type.Array(Type.Object({ slug: Type.String(), name: Type.String(), rank })),
    plans: Type.Array(
      Type.Object({
        slug: Type.String(),
        status,
        ...planSettings,
        marketplace: Type.Array(Type.Object({ mappingId: uuid, ...mappingSettings })),
      }),
    ),
  }),
});

export const theVersion = jsonResponse('The whole product as it was.', VersionContent, {
  revision: 7,
  recordedAt: '2026-11-14T09:00:00.000Z',
  product: versionContentExample,
});

export function versionContent(definition: ProductDefinition) {
  return {
    ...definition,
    labels: labelsView(definition.labels ?? noLabels),
    plans: plansInOrder(definition).map((plan) => ({
      ...plan,
      marketplace: plan.marketplace.map((mapping) => ({
        ...mapping,
        dimensions: mapping.dimensions.map(dimensionEntry),
      })),
    })),
  };
}
