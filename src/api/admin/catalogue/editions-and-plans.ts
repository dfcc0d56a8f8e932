import { type Static, Type } from 'typebox';
import {
  addEdition,
  addPlan,
  editEdition,
  editPlan,
  movePlan,
  orderEditions,
  type ProductEdit,
  removeEdition,
  removePlan,
} from '../../../core/catalogue/product-edit.ts';
import { adminRoutes } from '../routes.ts';
import { given } from '../schemas.ts';
import { productChange } from './product-change.ts';
import {
  editMatrix,
  maxEntries,
  name,
  planMatrix,
  planSettings,
  rank,
  reason,
  reasonOnly,
  slug,
} from './schemas.ts';

const newEdition = Type.Object({ slug, name, rank: Type.Optional(rank) });
const editionSettings = { name, rank };
export const editionChanges = Type.Object({
  ...Type.Partial(Type.Object(editionSettings)).properties,
  reason,
});
const editionOrder = Type.Object({
  editions: Type.Array(slug, {
    maxItems: maxEntries,
    description: 'The slugs of all editions, lowest rank first.',
  }),
  reason,
});
const firstPlanMembers = {
  slug,
  name,
  licenceModel: planSettings.licenceModel,
  billingModel: planSettings.billingModel,
  capabilities: Type.Optional(planSettings.capabilities),
  limits: Type.Optional(planSettings.limits),
  serviceIdentifier: Type.Optional(planSettings.serviceIdentifier),
  publish: Type.Optional(
    Type.Boolean({
      description: 'Publishes the plan at once, and its product if that is a draft. Default: false.',
    }),
  ),
};
/** The plan of a product that is added with it. */
export const firstPlan = Type.Object(firstPlanMembers);
const newPlan = Type.Object({ ...firstPlanMembers, edition: Type.Optional(planSettings.edition) });

export function addNewPlan({ slug: named, ...body }: Static<typeof newPlan>): ProductEdit {
  return addPlan(
    {
      slug: named,
      name: body.name,
      ...(body.edition !== undefined && { edition: body.edition }),
      licenceModel: body.licenceModel,
      billingModel: body.billingModel,
      capabilities: body.capabilities ?? {},
      limits: body.limits ?? {},
      serviceIdentifier: body.serviceIdentifier ?? null,
    },
    body.publish,
  );
}

export const planChanges = Type.Object({ ...Type.Partial(Type.Object(planSettings)).properties, reason });
const matrix = Type.Object({ plans: planMatrix, reason });

export const editionAndPlanRoutes = adminRoutes('Catalogue', (routes, context) => {
  productChange<Static<typeof newEdition>>(routes, context, {
    method: 'post',
    path: '/editions',
    operationId: 'addEdition',
    summary: 'Add an edition',
    description: 'Without a rank it gets the highest.',
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
    description:
      'Omitted members stay unchanged. Tenants with a plan of the edition get `entitlement.changed`.',
    body: editionChanges,
    isBased: true,
    edit: ({ edition = '' }, body) => editEdition(edition, given(editionSettings, body)),
  });
  productChange<Static<typeof editionOrder>>(routes, context, {
    method: 'put',
    path: '/edition-order',
    operationId: 'orderEditions',
    summary: 'Reorder editions',
    description: 'The existing ranks are assigned to the editions in the given order, lowest first.',
    body: editionOrder,
    isBased: true,
    edit: (_, { editions }) => orderEditions(editions),
  });
  productChange(routes, context, {
    method: 'delete',
    path: '/editions/:edition',
    operationId: 'removeEdition',
    summary: 'Remove an edition without plans',
    isBased: false,
    refusals: ['catalogue.edition_in_use'],
    edit: ({ edition = '' }) => removeEdition(edition),
  });

  productChange<Static<typeof newPlan>>(routes, context, {
    method: 'post',
    path: '/plans',
    operationId: 'addPlan',
    summary: 'Add a plan',
    description:
      'Unless `publish` is true the plan is a draft: it is neither shown nor sold before it is published. Without an ' +
      'edition it gets the lowest; a product without editions gets the edition `standard`.',
    body: newPlan,
    isBased: false,
    edit: (_, body) => addNewPlan(body),
  });
  productChange<Static<typeof planChanges>>(routes, context, {
    method: 'patch',
    path: '/plans/:plan',
    operationId: 'changePlan',
    summary: 'Change a plan',
    description:
      'Omitted members stay unchanged; capabilities and limits are replaced as a whole. The change applies at once to all ' +
      'tenants with the plan; those whose entitlement changes get `entitlement.changed`.',
    body: planChanges,
    isBased: true,
    refusals: ['plan.not_found'],
    edit: ({ plan = '' }, body) => editPlan(plan, given(planSettings, body)),
  });
  productChange<Static<typeof matrix>>(routes, context, {
    method: 'patch',
    path: '/plans',
    operationId: 'changePlans',
    summary: 'Change several plans',
    description:
      'All or nothing. Omitted plans stay unchanged; capabilities and limits are replaced as a whole.',
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
          ? 'The plan is shown and sold from now on.'
          : 'The catalogue does not show the plan until it is published again. Existing subscriptions keep it.',
      body: reasonOnly,
      isBased: true,
      refusals: ['plan.not_found', 'catalogue.status_not_allowed'],
      edit: ({ plan = '' }) => movePlan(plan, status),
    });
  }
  productChange(routes, context, {
    method: 'delete',
    path: '/plans/:plan',
    operationId: 'removePlan',
    summary: 'Remove a draft plan',
    description: 'A published plan can only be archived.',
    isBased: false,
    refusals: ['plan.not_found', 'catalogue.status_not_allowed'],
    edit: ({ plan = '' }) => removePlan(plan),
  });
});
