import { type Static, Type } from 'typebox';
import {
  addEdition,
  addPlan,
  editEdition,
  editPlan,
  movePlan,
  orderEditions,
  removeEdition,
  removePlan,
} from '../../../core/catalogue/product-edit.ts';
import { adminRoutes } from '../routes.ts';
import { given } from '../schemas.ts';
import { productChange } from './product-change.ts';
import { editMatrix, maxEntries, name, planMatrix, planSettings, rank, slug } from './schemas.ts';

const newEdition = Type.Object({ slug, name, rank: Type.Optional(rank) });
const editionSettings = { name, rank };
export const editionChanges = Type.Partial(Type.Object(editionSettings));
const editionOrder = Type.Object({
  editions: Type.Array(slug, {
    maxItems: maxEntries,
    description: 'The slugs of all of them, the lowest first.',
  }),
});
const newPlan = Type.Object({
  slug,
  name,
  edition: planSettings.edition,
  licenceModel: planSettings.licenceModel,
  billingModel: planSettings.billingModel,
  capabilities: Type.Optional(planSettings.capabilities),
  limits: Type.Optional(planSettings.limits),
  serviceIdentifier: Type.Optional(planSettings.serviceIdentifier),
});
export const planChanges = Type.Partial(Type.Object(planSettings));
const matrix = Type.Object({ plans: planMatrix });

export const editionAndPlanRoutes = adminRoutes((routes, context) => {
  productChange<Static<typeof newEdition>>(routes, context, {
    method: 'post',
    path: '/editions',
    operationId: 'addEdition',
    summary: 'Add an edition',
    description: 'Without a rank it is the highest.',
    body: newEdition,
    isBased: false,
    edit: (_, { slug: named, name: called, rank: height }) =>
      addEdition({ slug: named, name: called, ...(height !== undefined && { rank: height }) }),
  });
  productChange<Static<typeof editionChanges>>(routes, context, {
    method: 'patch',
    path: '/editions/:edition',
    operationId: 'changeEdition',
    summary: 'Change an edition',
    description: 'What is left out stays. Tenants who hold a plan of it are told.',
    body: editionChanges,
    isBased: true,
    edit: ({ edition = '' }, body) => editEdition(edition, given(editionSettings, body)),
  });
  productChange<Static<typeof editionOrder>>(routes, context, {
    method: 'put',
    path: '/edition-order',
    operationId: 'orderEditions',
    summary: 'Put the editions in another order',
    description: 'The ranks that there are go to the editions in the order given, the lowest first.',
    body: editionOrder,
    isBased: true,
    edit: (_, { editions }) => orderEditions(editions),
  });
  productChange(routes, context, {
    method: 'delete',
    path: '/editions/:edition',
    operationId: 'removeEdition',
    summary: 'Remove an edition that has no plans',
    isBased: false,
    refusals: ['catalogue.edition_in_use'],
    edit: ({ edition = '' }) => removeEdition(edition),
  });

  productChange<Static<typeof newPlan>>(routes, context, {
    method: 'post',
    path: '/plans',
    operationId: 'addPlan',
    summary: 'Make a plan',
    description: 'It is a draft: it is neither shown nor sold before it is published.',
    body: newPlan,
    isBased: false,
    edit: (_, { slug: named, ...body }) =>
      addPlan({
        slug: named,
        name: body.name,
        edition: body.edition,
        licenceModel: body.licenceModel,
        billingModel: body.billingModel,
        capabilities: body.capabilities ?? {},
        limits: body.limits ?? {},
        serviceIdentifier: body.serviceIdentifier ?? null,
      }),
  });
  productChange<Static<typeof planChanges>>(routes, context, {
    method: 'patch',
    path: '/plans/:plan',
    operationId: 'changePlan',
    summary: 'Change a plan',
    description:
      'What is left out stays; capabilities and limits are replaced as a whole. It holds at once for everybody who ' +
      'has the plan, and those whose answer is another are told.',
    body: planChanges,
    isBased: true,
    refusals: ['plan.not_found'],
    edit: ({ plan = '' }, body) => editPlan(plan, given(planSettings, body)),
  });
  productChange<Static<typeof matrix>>(routes, context, {
    method: 'patch',
    path: '/plans',
    operationId: 'changePlans',
    summary: 'Change what several plans give',
    description:
      'All of it or nothing. Plans that are left out stay; capabilities and limits are replaced as a whole.',
    body: matrix,
    isBased: true,
    refusals: ['plan.not_found'],
    edit: (_, { plans }) => editMatrix(plans),
  });
  for (const [verb, status] of [
    ['publish', 'Published'],
    ['archive', 'Archived'],
  ] as const) {
    productChange(routes, context, {
      method: 'post',
      path: `/plans/:plan/${verb}`,
      operationId: `${verb}Plan`,
      summary: verb === 'publish' ? 'Publish a plan' : 'Archive a plan',
      description:
        verb === 'publish'
          ? 'It is shown and sold from now on.'
          : 'The catalogue does not show it until it is published again. Whoever has it keeps it.',
      isBased: true,
      refusals: ['plan.not_found', 'catalogue.status_not_allowed'],
      edit: ({ plan = '' }) => movePlan(plan, status),
    });
  }
  productChange(routes, context, {
    method: 'delete',
    path: '/plans/:plan',
    operationId: 'removePlan',
    summary: 'Remove a draft of a plan',
    description: 'What was published can only be archived.',
    isBased: false,
    refusals: ['plan.not_found', 'catalogue.status_not_allowed'],
    edit: ({ plan = '' }) => removePlan(plan),
  });
});
