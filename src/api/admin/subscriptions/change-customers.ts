import { Type } from 'typebox';
import { changeCustomer } from '../../../actions/subscriptions/customer-profiles.ts';
import { addOrganisation, saveMember } from '../../../actions/subscriptions/customers.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { maxContactLengths, maxNotesLength } from '../../../core/subscriptions/customer-profile.ts';
import { findCustomerMemberView } from '../../../storage/subscriptions/customer-views.ts';
import { jsonResponse, nameText } from '../../schemas.ts';
import { unlessRefused } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { described, given, nullable, uuid } from '../schemas.ts';
import { customersPath, readCustomer } from './customer-view.ts';
import { customerResponse, memberExample, theCustomer } from './customers.ts';

const organisation = {
  name: nameText(200),
  tenantIds: Type.Array(uuid, { minItems: 1, maxItems: 100, uniqueItems: true }),
};

const textOf = (maxLength: number, description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength, description });

const profile = {
  name: nameText(200, 'The name of the organisation, for all its tenants.'),
  contactName: textOf(maxContactLengths.contactName, 'One line; null or blank: none.'),
  contactEmail: textOf(maxContactLengths.contactEmail, 'An e-mail address; null or blank: none.'),
  contactPhone: textOf(maxContactLengths.contactPhone, 'One line in any form; null or blank: none.'),
  notes: textOf(maxNotesLength, 'For the people of the workspace; null or blank: none.'),
  ownerId: described(nullable.uuid, 'The workspace member who looks after the customer; null: nobody.'),
};

export const changeCustomerRoutes = adminRoutes('Customers', (routes, context) => {
  routes.post('/workspaces/:workspaceId/organisations', {
    access: 'change:customers',
    operationId: 'addOrganisation',
    summary: 'Add an organisation with its tenants',
    description:
      'Tenants of another organisation are moved only with `moveTenants: true`. E-mail addresses are resolved ' +
      'among all members of an organisation.',
    body: Type.Object({
      ...organisation,
      moveTenants: Type.Optional(
        Type.Boolean({ description: 'Moves tenants of another organisation. Default: false.' }),
      ),
    }),
    responses: {
      201: jsonResponse('The organisation.', Type.Object({ organisationId: uuid, ...organisation }), {
        organisationId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8',
        name: 'Contoso',
        tenantIds: ['b0000000-0000-4000-8000-000000000001'],
      }),
    },
    refusals: ['customer.tenants_held'],
    handle: async ({ action, workspaceId, body }) => {
      const { name, moveTenants = false } = body;
      const tenantIds = body.tenantIds.map((id) => id.toLowerCase());
      const added = await addOrganisation(action, workspaceId, { name, tenantIds, moveTenants });
      return unlessRefused(added, (organisation) => ({ ...organisation, name, tenantIds }));
    },
  });

  routes.patch(`${customersPath}/:tenantId`, {
    access: 'change:customers',
    operationId: 'changeCustomer',
    summary: 'Change what is noted about a customer',
    description:
      'Name, contact, notes and owner. Omitted members stay unchanged. A customer without an organisation gets one of its ' +
      'own with the name.',
    isEdit: true,
    body: Type.Partial(Type.Object(profile)),
    responses: { 200: theCustomer },
    handle: async ({ action, workspaceId, params, body, revision }) => {
      const tenantId = params.tenantId.toLowerCase();
      const changed = await changeCustomer(action, workspaceId, tenantId, given(profile, body), revision);
      return isRefusal(changed) ? changed : customerResponse(context, workspaceId, tenantId);
    },
  });

  routes.put(`${customersPath}/:tenantId/members/:objectId`, {
    access: 'change:customers',
    operationId: 'saveCustomerMember',
    summary: 'Add or change a member of a tenant',
    description:
      'By the object id of the identity provider. An inactive member gets no seat and is not found ' +
      'by e-mail address. `email` and `isActive` are required; without `isAdministrator` it stays as it is. A request without ' +
      'a difference changes nothing.',
    body: Type.Object({
      email: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        pattern: '^[^\\s@]+@[^\\s@]+$',
        maxLength: 320,
      }),
      isActive: Type.Boolean(),
      isAdministrator: Type.Optional(
        Type.Boolean({
          description: "Whether the member assigns and releases the tenant's seats on the customer's page.",
        }),
      ),
    }),
    responses: { 200: jsonResponse('The member.', Type.Ref('CustomerMember'), memberExample) },
    handle: async ({ action, workspaceId, params, body }) => {
      const tenantId = params.tenantId.toLowerCase();
      const objectId = params.objectId.toLowerCase();
      const customer = await readCustomer(context, workspaceId, tenantId);
      if (isRefusal(customer)) return customer;
      const { email, isActive, isAdministrator } = body;
      const member = { tenantId, objectId, email, isActive, isAdministrator };
      const { memberId } = await saveMember(action, workspaceId, member);
      return findCustomerMemberView(context.database, workspaceId, memberId);
    },
  });
});
