import { Type } from 'typebox';
import { type AbsentMeaning, absentMeanings, labelLengths } from '../../../core/catalogue/labels.ts';
import { maxEntries } from './schemas.ts';

const text = (maxLength: number) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], minLength: 1, maxLength }));

const label = { name: text(labelLengths.name), description: text(labelLengths.description) };
const limitLabel = {
  ...label,
  unit: text(labelLengths.unit),
  absentMeans: Type.Optional(
    Type.Unsafe<AbsentMeaning | null>({ type: ['string', 'null'], enum: [...absentMeanings, null] }),
  ),
};

/** A patch of a product's labels. */
export const labelChanges = Type.Object(
  {
    capabilities: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.Object(label), Type.Null()]), {
        maxProperties: maxEntries,
      }),
    ),
    limits: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.Object(limitLabel), Type.Null()]), {
        maxProperties: maxEntries,
      }),
    ),
  },
  {
    description:
      'Texts for display, by the names that plans use. Each given label replaces the existing one, null removes it, others stay.',
  },
);
