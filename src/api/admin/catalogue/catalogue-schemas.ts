import { type Static, type TSchema, Type } from 'typebox';
import { billingModels, licenceModels, productTypes } from '../../../core/catalogue.ts';
import { editPlan, inTurn, type ProductEdit } from '../../../core/product-edit.ts';
import { nameText, oneOf } from '../../schemas.ts';
import { uuid } from '../schemas.ts';

export const slug = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Lower-case letters, digits and single hyphens. Names it for good.',
});
export const name = nameText(200, 'For display.');
const identifier = nameText(100);

export const productSettings = {
  name,
  types: Type.Array(oneOf(productTypes), { minItems: 1, uniqueItems: true }),
  categories: Type.Array(slug, { uniqueItems: true, description: 'Slugs.' }),
  applicationUrl: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Where its customers go once they have bought it; null when there is no one place.',
  }),
};

export const rank = Type.Integer({
  description: 'Of several editions that a tenant holds the highest counts.',
});

export const planSettings = {
  name,
  edition: Type.String({ description: 'The slug of its edition.' }),
  licenceModel: oneOf(licenceModels),
  billingModel: oneOf(billingModels),
  capabilities: Type.Record(Type.String(), Type.Boolean(), { description: 'All of them.' }),
  limits: Type.Record(Type.String(), Type.Number(), { description: 'All of them.' }),
  serviceIdentifier: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: "The identity provider's name for the plan; null when its licences are not managed there.",
  }),
};

const plansGiven = { capabilities: planSettings.capabilities, limits: planSettings.limits };

/** What several plans give. */
export const planMatrix = Type.Record(Type.String(), Type.Partial(Type.Object(plansGiven)), {
  description: 'By the slugs of the plans.',
});

export function editMatrix(plans: Static<typeof planMatrix>): ProductEdit {
  return inTurn(
    ...Object.entries(plans).map(([plan, changes]) => editPlan(plan, given(plansGiven, changes))),
  );
}

export const mappingSettings = {
  sourceName: nameText(100, 'Which marketplace: the name of its connection.'),
  offerId: identifier,
  planId: nameText(100, 'What the marketplace calls the plan.'),
  dimensions: Type.Array(Type.Object({ id: identifier, name, unit: identifier }), {
    description: 'Custom meters; only of flat-rate plans.',
  }),
};

/** A path below a product, whose parts are named by their slugs. */
export function productPath<const Names extends readonly string[]>(...names: Names) {
  const text = Type.String();
  return Type.Object({
    workspaceId: uuid,
    product: text,
    ...(Object.fromEntries(names.map((part) => [part, text])) as Record<Names[number], typeof text>),
  });
}

/** The members that were sent; what else was sent is nobody's. */
export function given<Settings extends Record<string, TSchema>>(
  settings: Settings,
  body: { readonly [Member in keyof Settings]?: unknown },
): { [Member in keyof Settings]?: Static<Settings[Member]> } {
  const members = Object.keys(settings) as (keyof Settings)[];
  return Object.fromEntries(
    members.flatMap((member) => (body[member] === undefined ? [] : [[member, body[member]]])),
  ) as { [Member in keyof Settings]?: Static<Settings[Member]> };
}
