import { Type } from 'typebox';
import { billingModels, licenceModels, productTypes } from '../../../core/catalogue/catalogue.ts';
import { defaultSourceName } from '../../../core/catalogue/marketplace-kind.ts';
import { aggregations, includedPeriods, meterIntakes } from '../../../core/catalogue/meter.ts';
import { labelsExample, oneOf, ProductLabels, UsageLimitOrNull } from '../../schemas.ts';

export const CatalogueProduct = Type.Object(
  {
    slug: Type.String({ description: 'Stable; identifies the product in every call.' }),
    name: Type.String(),
    types: Type.Array(oneOf(productTypes)),
    categories: Type.Array(Type.Object({ slug: Type.String(), name: Type.String() })),
    editions: Type.Array(
      Type.Object({
        slug: Type.String(),
        name: Type.String({ description: 'For display; slug and rank are stable.' }),
        rank: Type.Integer(),
      }),
      { description: 'In rank order, lowest first.' },
    ),
    labels: ProductLabels,
    plans: Type.Array(
      Type.Object({
        slug: Type.String(),
        name: Type.String(),
        edition: Type.String({ description: "The slug of the plan's edition." }),
        capabilities: Type.Record(Type.String(), Type.Boolean(), {
          description: 'Feature switches effective for the plan.',
        }),
        limits: Type.Record(Type.String(), Type.Number(), {
          description: 'Numeric limits effective for the plan.',
        }),
        licenceModel: oneOf(licenceModels),
        marketplace: Type.Array(
          Type.Object({
            sourceName: Type.String(),
            offerId: Type.String(),
            planId: Type.String(),
            billingModel: oneOf(billingModels),
            perUser: Type.Boolean({ description: 'Whether the billing model is `PerUser`.' }),
            dimensions: Type.Array(
              Type.Object({
                id: Type.String({ description: 'What usage names as its `dimension`.' }),
                name: Type.String(),
                unit: Type.String(),
                intake: Type.Unsafe({
                  ...oneOf(meterIntakes),
                  description: 'Whether usage is reported as hourly records or sent as events.',
                }),
                aggregation: Type.Unsafe({
                  type: ['string', 'null'],
                  enum: [...aggregations, null],
                  description: 'What the events of an hour amount to; null for records.',
                }),
                included: Type.Union([
                  Type.Object(
                    { quantity: Type.Number(), per: oneOf(includedPeriods) },
                    { description: 'Only usage above it is billed.' },
                  ),
                  Type.Null(),
                ]),
                limit: Type.Unsafe({
                  ...UsageLimitOrNull,
                  description:
                    "The plan's usage limit: what a customer may use in each period; null: any quantity. A customer may " +
                    'have another one.',
                }),
                alertPercents: Type.Array(Type.Integer(), {
                  description:
                    'When the use of a period is announced, in per cent of the included quantity or the usage limit.',
                }),
              }),
            ),
          }),
        ),
      }),
      { description: "In the order of their editions' ranks, then by slug." },
    ),
  },
  { $id: 'CatalogueProduct' },
);

export const catalogueProductExample = {
  slug: 'aqueduct',
  name: 'Aqueduct',
  types: ['WebApp'],
  categories: [{ slug: 'data', name: 'Data and integration' }],
  editions: [{ slug: 'standard', name: 'Standard', rank: 10 }],
  labels: labelsExample,
  plans: [
    {
      slug: 'standard-monthly',
      name: 'Standard, monthly',
      edition: 'standard',
      capabilities: { scheduling: true, 'audit-trail': false },
      limits: { pipelines: 25 },
      licenceModel: 'TenantWide',
      marketplace: [
        {
          sourceName: defaultSourceName,
          offerId: 'aqueduct',
          planId: 'standard-monthly',
          billingModel: 'FlatRate',
          perUser: false,
          dimensions: [
            {
              id: 'rows-moved',
              name: 'Rows moved',
              unit: 'million rows',
              intake: 'Events',
              aggregation: 'Sum',
              included: { quantity: 100, per: 'Month' },
              limit: { quantity: 500, per: 'Month', action: 'Deny' },
              alertPercents: [50, 80, 100],
            },
          ],
        },
      ],
    },
  ],
};
