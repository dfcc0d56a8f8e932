import { Type } from 'typebox';
import type { previewImpact } from '../../../actions/catalogue/preview-impact.ts';
import type { ChangedProduct } from '../../../core/catalogue/changed-products.ts';
import { labelsView } from '../../../core/catalogue/labels.ts';
import { aggregations, includedPeriods, meterIntakes } from '../../../core/catalogue/meter.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { auditActions, auditSubjects } from '../../../core/workspaces/audit.ts';
import { jsonResponse, labelsExample, oneOf, ProductLabels, UsageLimitOrNull } from '../../schemas.ts';
import { described, nullable, uuid } from '../schemas.ts';

const members = Type.Unsafe<object | null>({ type: ['object', 'null'], additionalProperties: true });

/** The form that the audit log has after the change. */
export const CatalogueChange = Type.Object(
  {
    action: oneOf(
      auditActions.filter((action) => /^(category|product|edition|plan|plan_mapping)\./.test(action)),
    ),
    subject: Type.Object({
      kind: oneOf(auditSubjects),
      id: Type.String({ description: 'A slug, below a product `product/plan` or `product/edition`.' }),
    }),
    before: members,
    after: members,
  },
  { $id: 'CatalogueChange' },
);

export const changeExample = {
  action: 'plan.changed',
  subject: { kind: 'Plan', id: 'aqueduct/standard-monthly' },
  before: { capabilities: { audit: false } },
  after: { capabilities: { audit: true } },
};

/** The display texts for the keys and slugs of changes. */
export const changedProductsMember = Type.Array(
  Type.Object({
    slug: Type.String(),
    name: Type.String(),
    labels: ProductLabels,
    plans: Type.Array(Type.Object({ slug: Type.String(), name: Type.String() }), {
      description: 'The plans that change.',
    }),
  }),
  { description: 'The products that change, with the names to show for keys and slugs.' },
);

export const changedProductsExample = [
  {
    slug: 'aqueduct',
    name: 'Aqueduct',
    labels: labelsExample,
    plans: [{ slug: 'standard-monthly', name: 'Standard monthly' }],
  },
];

export const changedProductsView = (products: readonly ChangedProduct[]) =>
  products.map(({ labels, plans, ...product }) => ({
    ...product,
    labels: labelsView(labels),
    plans: [...plans],
  }));

/** The response to a preview, or its refusal. */
export function impactResponse(preview: Awaited<ReturnType<typeof previewImpact>>) {
  return isRefusal(preview) ? preview : { ...preview, products: changedProductsView(preview.products) };
}

const number = Type.Unsafe<number | null>({ type: ['number', 'null'] });

const meter = Type.Object({
  intake: oneOf(meterIntakes),
  aggregation: nullable.oneOf(aggregations),
  included: nullable.object({
    quantity: { type: 'number' },
    per: { type: 'string', enum: [...includedPeriods] },
  }),
  limit: UsageLimitOrNull,
  alertPercents: Type.Array(Type.Integer()),
});

export const CatalogueImpact = Type.Object(
  {
    changes: Type.Array(Type.Ref('CatalogueChange'), { description: 'The changes.' }),
    products: changedProductsMember,
    answers: Type.Object(
      { compared: Type.Integer(), changed: Type.Integer() },
      { description: 'An answer is the entitlement of one tenant to one product.' },
    ),
    isComplete: Type.Boolean({ description: 'False if there were more answers than a preview compares.' }),
    capabilities: Type.Array(
      Type.Object({ capability: Type.String(), gained: Type.Integer(), lost: Type.Integer() }),
      { description: 'The number of answers in which the capability would be turned on or off.' },
    ),
    limits: Type.Array(
      Type.Object({
        product: Type.String(),
        plan: Type.String(),
        limit: Type.String(),
        before: number,
        after: number,
        tenants: Type.Integer({ description: 'The number of tenants with the plan in force.' }),
      }),
      {
        description:
          'The changed limits of plans. An answer has the highest value over the plans in force, so it may stay the same.',
      },
    ),
    meters: Type.Array(
      Type.Object({
        product: Type.String(),
        plan: Type.String(),
        sourceName: Type.String(),
        dimension: Type.String(),
        before: meter,
        after: meter,
        subscriptions: Type.Integer({
          description: 'The number of marketplace subscriptions to the plan that have not ended.',
        }),
      }),
      {
        description:
          'The dimensions whose intake or aggregation would change, from the next full hour on, or whose included quantity, usage limit or alerts would.',
      },
    ),
    members: Type.Array(Type.Object({ member: Type.String(), answers: Type.Integer() }), {
      description: 'The number of answers in which each member would change.',
    }),
    examples: Type.Array(
      Type.Object({
        product: Type.String(),
        tenantId: uuid,
        organisation: described(nullable.text, 'The name, if known.'),
        members: Type.Array(Type.String()),
        gained: Type.Array(Type.String()),
        lost: Type.Array(Type.String()),
      }),
      { description: 'The first 20.' },
    ),
  },
  { $id: 'CatalogueImpact' },
);

const example = {
  changes: [changeExample],
  products: changedProductsExample,
  answers: { compared: 12, changed: 11 },
  isComplete: true,
  capabilities: [{ capability: 'audit', gained: 11, lost: 0 }],
  limits: [],
  meters: [],
  members: [{ member: 'capabilities', answers: 11 }],
  examples: [
    {
      product: 'aqueduct',
      tenantId: 'a0000000-0000-4000-8000-000000000001',
      organisation: 'Contoso',
      members: ['capabilities'],
      gained: ['audit'],
      lost: [],
    },
  ],
};

export const theImpact = jsonResponse(
  'The entitlements that would change. Nothing has been changed.',
  Type.Ref('CatalogueImpact'),
  example,
);
