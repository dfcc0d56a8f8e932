import type { operations } from '../../api/admin-api.generated.ts';
import { api, dataOf, dataWithTag } from '../../api/client.ts';
import type { PreviewedChange } from './impact/preview-change.tsx';
import type { plansToSave } from './plans/matrix-draft.ts';
import { type Edition, type Plan, type Product, productPath } from './queries.ts';

const planPath = `${productPath}/plans/{plan}` as const;
const editionPath = `${productPath}/editions/{edition}` as const;

type PreviewBody = operations['previewProductChange']['requestBody']['content']['application/json'];
type Verb = 'publish' | 'archive';
const after = { publish: 'Published', archive: 'Archived' } as const;

/** What can be changed of a product that its customers may feel: each with its preview, its call, and its words. */
export function productChanges(workspaceId: string, product: Product) {
  const { slug, name } = product;
  const ownPath = { workspaceId, product: slug };
  const based = <Path extends object>(path: Path, tag: string) => ({
    params: { path, header: { 'if-match': tag } },
  });
  const previewOfProduct = (body: PreviewBody) => () =>
    dataOf(api.POST(`${productPath}/impact`, { params: { path: ownPath }, body }));

  return {
    moveProduct: (verb: Verb): PreviewedChange => ({
      title: verb === 'publish' ? `Publish ${name}?` : `Archive ${name}?`,
      meaning:
        verb === 'publish'
          ? 'The catalogue shows it from now on, with its published plans.'
          : 'The catalogue does not show it any more, and nobody can buy it until it is published again. Whoever has bought it keeps it.',
      verb: verb === 'publish' ? 'Publish' : 'Archive',
      isDangerous: verb === 'archive',
      key: verb,
      preview: previewOfProduct({ status: after[verb] }),
      save: (tag) => dataWithTag(api.POST(`${productPath}/${verb}`, based(ownPath, tag))),
      done: verb === 'publish' ? `${name} is published.` : `${name} is archived.`,
    }),

    changeProduct: (body: ProductSettings): PreviewedChange => ({
      title: `Change ${name}?`,
      verb: 'Save',
      key: body,
      preview: previewOfProduct({ name: body.name }),
      save: (tag) => dataWithTag(api.PATCH(productPath, { ...based(ownPath, tag), body })),
      done: `${body.name} is changed.`,
    }),

    saveMatrix: (plans: ReturnType<typeof plansToSave>): PreviewedChange => ({
      title: `Change what plans of ${name} give?`,
      meaning:
        'It holds at once for everybody who has them. Applications are told of every answer that changes.',
      verb: 'Save',
      key: plans,
      preview: previewOfProduct({ plans }),
      save: (tag) =>
        dataWithTag(api.PATCH(`${productPath}/plans`, { ...based(ownPath, tag), body: { plans } })),
      done: 'The plans are changed.',
    }),

    orderEditions: (editions: string[]): PreviewedChange => ({
      title: `Change the order of ${name}’s editions?`,
      meaning: 'Of several editions that a tenant holds the highest counts.',
      verb: 'Save',
      key: editions,
      preview: previewOfProduct({ editions }),
      save: (tag) =>
        dataWithTag(api.PUT(`${productPath}/edition-order`, { ...based(ownPath, tag), body: { editions } })),
      done: 'The editions are in their new order.',
    }),

    renameEdition: (edition: Edition, body: { name: string }): PreviewedChange => {
      const path = { ...ownPath, edition: edition.slug };
      return {
        title: `Rename ${edition.name}?`,
        verb: 'Save',
        key: body,
        preview: () => dataOf(api.POST(`${editionPath}/impact`, { params: { path }, body })),
        save: (tag) => dataWithTag(api.PATCH(editionPath, { ...based(path, tag), body })),
        done: `The edition is called ${body.name} now.`,
      };
    },

    changePlan: (plan: Plan, body: PlanSettings): PreviewedChange => {
      const path = { ...ownPath, plan: plan.slug };
      return {
        title: `Change ${plan.name}?`,
        verb: 'Save',
        key: body,
        preview: () => dataOf(api.POST(`${planPath}/impact`, { params: { path }, body })),
        save: (tag) => dataWithTag(api.PATCH(planPath, { ...based(path, tag), body })),
        done: `${body.name} is changed.`,
      };
    },

    movePlan: (plan: Plan, verb: Verb): PreviewedChange => {
      const path = { ...ownPath, plan: plan.slug };
      return {
        title: verb === 'publish' ? `Publish ${plan.name}?` : `Archive ${plan.name}?`,
        meaning:
          verb === 'publish'
            ? 'It is shown and sold from now on.'
            : 'The catalogue does not show it any more, and nobody can buy it until it is published again. Whoever has it keeps it.',
        verb: verb === 'publish' ? 'Publish' : 'Archive',
        isDangerous: verb === 'archive',
        key: [plan.slug, verb],
        preview: () =>
          dataOf(api.POST(`${planPath}/impact`, { params: { path }, body: { status: after[verb] } })),
        save: (tag) => dataWithTag(api.POST(`${planPath}/${verb}`, based(path, tag))),
        done: verb === 'publish' ? `${plan.name} is published.` : `${plan.name} is archived.`,
      };
    },
  };
}

export type ProductSettings = Pick<Product, 'name' | 'types' | 'applicationUrl'> & { categories: string[] };
export type PlanSettings = Pick<
  Plan,
  'name' | 'edition' | 'licenceModel' | 'billingModel' | 'serviceIdentifier'
>;
