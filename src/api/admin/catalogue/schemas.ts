import { type Static, Type } from 'typebox';
import { billingModels, licenceModels, productTypes } from '../../../core/catalogue/catalogue.ts';
import {
  type Aggregation,
  aggregations,
  defaultAlertPercents,
  includedPeriods,
  limitActions,
  limitPeriods,
  maxAlertPercent,
  maxAlertPercents,
  meterIntakes,
} from '../../../core/catalogue/meter.ts';
import { editInOrder, editPlan, type ProductEdit } from '../../../core/catalogue/product-edit.ts';
import { slugMaxLength } from '../../../core/identifiers.ts';
import { maxUnits } from '../../../core/values/quantity.ts';
import { maxReasonLength } from '../../../core/workspaces/audit.ts';
import { anySlug, limitActionsText, nameText, oneOf } from '../../schemas.ts';
import { described, given, uuid } from '../schemas.ts';

/** Well above the limits, so that a catalogue older than the limits can still be edited. */
export const maxEntries = 2_000;

export const slug = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Lower-case letters, digits and single hyphens. It cannot be changed.',
});
export const name = nameText(200, 'For display.');
const identifier = nameText(100);

/** With every edit that has a preview. */
export const reason = Type.Optional(
  nameText(maxReasonLength, 'Why the change is made; shown in the history and the audit log.'),
);

/** The body of an edit that needs none. */
export const reasonOnly = Type.Unsafe<{ reason?: string } | null>({
  type: ['object', 'null'],
  properties: { reason },
});

export const productSettings = {
  name,
  types: Type.Array(oneOf(productTypes), {
    minItems: 1,
    maxItems: productTypes.length,
    uniqueItems: true,
  }),
  categories: Type.Array(slug, { maxItems: maxEntries, uniqueItems: true, description: 'Slugs.' }),
  applicationUrl: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    maxLength: 2_000,
    description: 'Where customers open the product after a purchase; null if it has no single address.',
  }),
  supportContact: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    maxLength: 254,
    description:
      'Where customers get help: an e-mail address or an https URL. Shown on the pages of customers.',
  }),
  accentColour: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    maxLength: 7,
    description:
      'The colour of links and buttons on the pages of customers, such as `#1a5fb4`. Where text would be hard to read, a ' +
      'darker or lighter shade is shown.',
  }),
};

export const rank = Type.Integer({
  description: 'Of several editions of a tenant the highest rank decides.',
});

export const planSettings = {
  name,
  edition: Type.String({ maxLength: slugMaxLength, description: 'The slug of its edition.' }),
  licenceModel: oneOf(licenceModels),
  billingModel: oneOf(billingModels),
  capabilities: Type.Record(Type.String(), Type.Boolean(), {
    maxProperties: maxEntries,
    description: 'Replaces all existing ones.',
  }),
  limits: Type.Record(Type.String(), Type.Number(), {
    maxProperties: maxEntries,
    description: 'Replaces all existing ones.',
  }),
  serviceIdentifier: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    maxLength: 200,
    description: "The identity provider's name for the plan; null if its licences are not managed there.",
  }),
};

const plansGiven = { capabilities: planSettings.capabilities, limits: planSettings.limits };

/** The patch of several plans. */
export const planMatrix = Type.Record(Type.String(), Type.Partial(Type.Object(plansGiven)), {
  maxProperties: maxEntries,
  description: 'By plan slug.',
});

export function editMatrix(plans: Static<typeof planMatrix>): ProductEdit {
  return editInOrder(
    ...Object.entries(plans).map(([plan, changes]) => editPlan(plan, given(plansGiven, changes))),
  );
}

const nullableEnum = (values: readonly string[], description: string) => ({
  type: ['string', 'null'],
  enum: [...values, null],
  description,
});

/** Omitted: fed by records. */
const meterSettings = {
  intake: Type.Optional(
    described(
      oneOf(meterIntakes),
      '`Records` (default): the application reports the total of each hour. `Events`: it sends usage events. ' +
        'Another intake or aggregation takes effect at the next full hour, and can be changed again 24 hours later.',
    ),
  ),
  aggregation: Type.Optional(
    Type.Unsafe<Aggregation | null>(
      nullableEnum(aggregations, 'How the events of an hour are aggregated; required for events.'),
    ),
  ),
  included: Type.Optional(
    Type.Union([
      Type.Object(
        {
          quantity: Type.Number({ exclusiveMinimum: 0, maximum: maxUnits, description: 'Up to 6 decimals.' }),
          per: oneOf(includedPeriods),
        },
        { description: 'What the base fee includes in each period; only for `Sum` and `Count`.' },
      ),
      Type.Null(),
    ]),
  ),
  limit: Type.Optional(
    Type.Union([
      Type.Object(
        {
          quantity: Type.Number({ exclusiveMinimum: 0, maximum: maxUnits, description: 'Up to 6 decimals.' }),
          per: oneOf(limitPeriods),
          action: described(oneOf(limitActions), limitActionsText),
        },
        {
          description:
            'The usage limit: what a customer may use in each period; only for `Sum` and `Count`. A customer may have ' +
            'another: see `setUsageLimit`.',
        },
      ),
      Type.Null(),
    ]),
  ),
  alertPercents: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: maxAlertPercent }), {
      maxItems: maxAlertPercents,
      description:
        'When the use of a period is announced, in per cent of the included quantity or the usage limit, ascending. ' +
        `Default: ${defaultAlertPercents.join(', ')}.`,
    }),
  ),
};

export const dimensionExample = {
  id: 'rows',
  name: 'Rows moved',
  unit: 'million rows',
  intake: 'Events',
  aggregation: 'Sum',
  included: { quantity: 100, per: 'Month' },
  limit: { quantity: 500, per: 'Month', action: 'Deny' },
  alertPercents: [80, 100],
};

export const mappingSettings = {
  sourceName: nameText(100, 'Which marketplace: the name of its connection.'),
  offerId: identifier,
  planId: nameText(100, 'The marketplace’s id of the plan.'),
  dimensions: Type.Array(Type.Object({ id: identifier, name, unit: identifier, ...meterSettings }), {
    maxItems: maxEntries,
    description: 'Custom meters; only for flat-rate plans.',
  }),
};

/** A path below a product, whose parts are named by their slugs. */
export function productPath<const Names extends readonly string[]>(...names: Names) {
  const text = anySlug();
  return Type.Object({
    workspaceId: uuid,
    product: text,
    ...(Object.fromEntries(names.map((part) => [part, text])) as Record<Names[number], typeof text>),
  });
}
