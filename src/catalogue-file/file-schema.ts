import { Type } from 'typebox';
import {
  billingModels,
  licenceModels,
  productTypes,
  publicationStatuses,
} from '../core/catalogue/catalogue.ts';
import { absentMeanings } from '../core/catalogue/labels.ts';
import {
  aggregations,
  includedPeriods,
  limitActions,
  limitPeriods,
  meterIntakes,
} from '../core/catalogue/meter.ts';

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values] });

/** Unknown members are refused: a misspelt member would silently remove data. */
const strict = { additionalProperties: false };
const text = Type.String();

const dimension = {
  id: text,
  name: text,
  unit: text,
  intake: Type.Optional(oneOf(meterIntakes)),
  aggregation: Type.Optional(oneOf(aggregations)),
  included: Type.Optional(Type.Object({ quantity: Type.Number(), per: oneOf(includedPeriods) }, strict)),
  limit: Type.Optional(
    Type.Object({ quantity: Type.Number(), per: oneOf(limitPeriods), action: oneOf(limitActions) }, strict),
  ),
  alertPercents: Type.Optional(Type.Array(Type.Integer())),
};

const label = {
  name: Type.Optional(text),
  description: Type.Optional(text),
  isHidden: Type.Optional(Type.Boolean()),
};
const limitLabel = {
  ...label,
  unit: Type.Optional(text),
  absentMeans: Type.Optional(oneOf(absentMeanings)),
};
const labels = Type.Object(
  {
    capabilities: Type.Optional(Type.Record(text, Type.Object(label, strict))),
    limits: Type.Optional(Type.Record(text, Type.Object(limitLabel, strict))),
  },
  strict,
);

/** The schema of the file; omitted members are empty. */
export const CatalogueFile = Type.Object(
  {
    version: Type.Literal(1),
    categories: Type.Optional(Type.Array(Type.Object({ slug: text, name: text }, strict))),
    products: Type.Optional(
      Type.Array(
        Type.Object(
          {
            slug: text,
            name: text,
            status: oneOf(publicationStatuses),
            types: Type.Array(oneOf(productTypes), { uniqueItems: true }),
            applicationUrl: Type.Optional(text),
            supportContact: Type.Optional(text),
            accentColour: Type.Optional(text),
            labels: Type.Optional(labels),
            categories: Type.Optional(Type.Array(text, { uniqueItems: true })),
            editions: Type.Optional(
              Type.Array(Type.Object({ slug: text, name: text, rank: Type.Integer() }, strict)),
            ),
            plans: Type.Optional(
              Type.Array(
                Type.Object(
                  {
                    slug: text,
                    name: text,
                    status: oneOf(publicationStatuses),
                    edition: text,
                    licenceModel: oneOf(licenceModels),
                    billingModel: oneOf(billingModels),
                    serviceIdentifier: Type.Optional(text),
                    capabilities: Type.Optional(Type.Record(text, Type.Boolean())),
                    limits: Type.Optional(Type.Record(text, Type.Number())),
                    marketplace: Type.Optional(
                      Type.Array(
                        Type.Object(
                          {
                            sourceName: text,
                            offerId: text,
                            planId: text,
                            dimensions: Type.Optional(Type.Array(Type.Object(dimension, strict))),
                          },
                          strict,
                        ),
                      ),
                    ),
                  },
                  strict,
                ),
              ),
            ),
          },
          strict,
        ),
      ),
    ),
  },
  strict,
);
