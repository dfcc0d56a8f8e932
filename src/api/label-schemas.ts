import { Type } from 'typebox';
import { type AbsentMeaning, absentMeanings } from '../core/catalogue/labels.ts';

const text = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

const label = {
  name: text('The display name; null: show the name that the plans use.'),
  description: text('What a customer gets.'),
};

/** Display texts of capabilities and limits, in the catalogue and in the admin API. */
export const ProductLabels = Type.Object(
  {
    capabilities: Type.Record(Type.String(), Type.Object(label)),
    limits: Type.Record(
      Type.String(),
      Type.Object({
        ...label,
        unit: text('What the limit counts, shown after the number.'),
        absentMeans: Type.Unsafe<AbsentMeaning | null>({
          type: ['string', 'null'],
          enum: [...absentMeanings, null],
          description: 'What a plan without the limit grants; null: not set.',
        }),
      }),
    ),
  },
  { description: 'Texts for display, by the names that plans use. Names without a label are missing.' },
);

export const labelsExample = {
  capabilities: { 'audit-trail': { name: 'Audit trail', description: 'Who changed what, for a year.' } },
  limits: {
    pipelines: { name: 'Pipelines', description: null, unit: 'pipelines', absentMeans: 'Unlimited' },
  },
};
