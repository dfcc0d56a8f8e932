import type { operations } from '../../api/admin-api.generated.ts';
import { api, dataOf, dataWithTag } from '../../api/client.ts';
import type { PreviewedChange } from './impact/preview-change.tsx';
import type { plansToSave } from './plans/matrix-draft.ts';
import { type Edition, type Plan, type Product, productPath } from './queries.ts';
import { versionPath } from './versions/queries.ts';

const planPath = `${productPath}/plans/{plan}` as const;
const editionPath = `${productPath}/editions/{edition}` as const;

type PreviewBody = operations['previewProductChange']['requestBody']['content']['application/json'];
type Verb = 'publish' | 'archive';
const after = { publish: 'Published', archive: 'Archived' } as const;

/** The changes of a product that affect customers, each with its preview, request and texts. */
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
          ? 'It appears in the catalogue with its published plans.'
          : 'It disappears from the catalogue and cannot be bought until it is published again. Existing customers keep it.',
      verb: verb === 'publish' ? 'Publish' : 'Archive',
      isDangerous: verb === 'archive',
      key: verb,
      preview: previewOfProduct({ status: after[verb] }),
      save: (tag, reason) =>
        dataWithTag(api.POST(`${productPath}/${verb}`, { ...based(ownPath, tag), body: because(reason) })),
      done: verb === 'publish' ? `${name} is published.` : `${name} is archived.`,
    }),

    changeProduct: (body: ProductSettings): PreviewedChange => ({
      title: `Change ${name}?`,
      verb: 'Save',
      key: body,
      preview: previewOfProduct({ name: body.name }),
      save: (tag, reason) =>
        dataWithTag(
          api.PATCH(productPath, { ...based(ownPath, tag), body: { ...body, ...because(reason) } }),
        ),
      done: `${body.name} saved.`,
    }),

    saveMatrix: (plans: ReturnType<typeof plansToSave>): PreviewedChange => ({
      title: `Change capabilities and limits of ${name}?`,
      meaning:
        'The change applies at once to every customer of these plans. Applications are notified of each changed entitlement.',
      verb: 'Save',
      key: plans,
      preview: previewOfProduct({ plans }),
      save: (tag, reason) => {
        const body = { plans, ...because(reason) };
        return dataWithTag(api.PATCH(`${productPath}/plans`, { ...based(ownPath, tag), body }));
      },
      done: 'Plans saved.',
    }),

    orderEditions: (editions: string[]): PreviewedChange => ({
      title: `Change the order of ${name}’s editions?`,
      meaning: 'When a tenant holds several editions, the highest applies.',
      verb: 'Save',
      key: editions,
      preview: previewOfProduct({ editions }),
      save: (tag, reason) => {
        const body = { editions, ...because(reason) };
        return dataWithTag(api.PUT(`${productPath}/edition-order`, { ...based(ownPath, tag), body }));
      },
      done: 'Order of editions saved.',
    }),

    renameEdition: (edition: Edition, body: { name: string }): PreviewedChange => {
      const path = { ...ownPath, edition: edition.slug };
      return {
        title: `Rename ${edition.name}?`,
        verb: 'Save',
        key: body,
        preview: () => dataOf(api.POST(`${editionPath}/impact`, { params: { path }, body })),
        save: (tag, reason) =>
          dataWithTag(api.PATCH(editionPath, { ...based(path, tag), body: { ...body, ...because(reason) } })),
        done: `Edition renamed to ${body.name}.`,
      };
    },

    changePlan: (plan: Plan, body: PlanSettings): PreviewedChange => {
      const path = { ...ownPath, plan: plan.slug };
      return {
        title: `Change ${plan.name}?`,
        verb: 'Save',
        key: body,
        preview: () => dataOf(api.POST(`${planPath}/impact`, { params: { path }, body })),
        save: (tag, reason) =>
          dataWithTag(api.PATCH(planPath, { ...based(path, tag), body: { ...body, ...because(reason) } })),
        done: `${body.name} saved.`,
      };
    },

    movePlan: (plan: Plan, verb: Verb): PreviewedChange => {
      const path = { ...ownPath, plan: plan.slug };
      return {
        title: verb === 'publish' ? `Publish ${plan.name}?` : `Archive ${plan.name}?`,
        meaning:
          verb === 'publish'
            ? 'It appears in the catalogue and can be bought.'
            : 'It disappears from the catalogue and cannot be bought until it is published again. Existing customers keep it.',
        verb: verb === 'publish' ? 'Publish' : 'Archive',
        isDangerous: verb === 'archive',
        key: [plan.slug, verb],
        preview: () =>
          dataOf(api.POST(`${planPath}/impact`, { params: { path }, body: { status: after[verb] } })),
        save: (tag, reason) =>
          dataWithTag(api.POST(`${planPath}/${verb}`, { ...based(path, tag), body: because(reason) })),
        done: verb === 'publish' ? `${plan.name} is published.` : `${plan.name} is archived.`,
      };
    },

    restore: (revision: number, part: RestoredPart): PreviewedChange => {
      const path = { ...ownPath, revision };
      const isWhole = part.plan === undefined && part.mappingId === undefined;
      return {
        title: `Restore version ${revision} of ${name}?`,
        meaning: isWhole
          ? 'Plans that were added since are archived, and drafts among them removed. What was a draft then and is published since stays published.'
          : 'Other parts of the product stay as they are.',
        verb: 'Restore',
        key: ['restore', revision, part],
        listsChanges: true,
        preview: () => dataOf(api.POST(`${versionPath}/impact`, { params: { path }, body: part })),
        save: (tag, reason) => {
          const body = { ...part, ...because(reason) };
          return dataWithTag(api.POST(`${versionPath}/restore`, { ...based(path, tag), body }));
        },
        done: `Version ${revision} restored.`,
      };
    },
  };
}

const because = (reason: string | undefined) => (reason === undefined ? {} : { reason });

/** A plan or a mapping of a version; neither: the whole product. */
export interface RestoredPart {
  readonly plan?: string;
  readonly mappingId?: string;
}

export type ProductSettings = Pick<
  Product,
  'name' | 'types' | 'applicationUrl' | 'supportContact' | 'accentColour'
> & { categories: string[] };
export type PlanSettings = Pick<
  Plan,
  'name' | 'edition' | 'licenceModel' | 'billingModel' | 'serviceIdentifier'
>;
