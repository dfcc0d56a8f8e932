import { Type } from 'typebox';
import {
  issueLicenceFile,
  previewLicenceFile,
  revokeLicenceFile,
} from '../../../actions/entitlements/signed/licence-files.ts';
import { type LicenceFile, maxLicenceMonths } from '../../../core/entitlements/signed/licence-file.ts';
import { maxRequestFileLength } from '../../../core/entitlements/signed/request-file.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import { maxReasonLength } from '../../../core/workspaces/audit.ts';
import {
  findLicenceFile,
  findLicenceToken,
  licenceFileOrder,
  listLicenceFiles,
  loadLicenceFileTotal,
} from '../../../storage/entitlements/signed/licence-files.ts';
import { loadOrganisationNames } from '../../../storage/subscriptions/customer-views.ts';
import { licenceFileDownload } from '../../licence-file-download.ts';
import { anySlug, jsonResponse, nameText } from '../../schemas.ts';
import { countedPageResponse } from '../paging.ts';
import { AdminResponse, unlessRefused } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant, uuid } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
import {
  installationMember,
  installationView,
  licenceFileExample,
  licenceFileView,
} from './licence-file-view.ts';

const path = '/workspaces/:workspaceId/licence-files';
const filePath = `${path}/:licenceFileId` as const;
const theFile = jsonResponse('The licence file.', Type.Ref('LicenceFile'), licenceFileExample);

const wantedMembers = {
  tenantId: uuid,
  product: anySlug("The product's slug."),
  months: Type.Integer({ description: `1 to ${maxLicenceMonths}.` }),
  requestFile: Type.Optional(
    Type.String({
      maxLength: maxRequestFileLength,
      description: 'The text of the request file that the installation has written.',
    }),
  ),
};

/** Signed entitlements for installations that cannot reach the service. */
export const licenceFileRoutes = adminRoutes('Licence files', (routes, context) => {
  const { database, encryptionKey } = context;

  const viewOf = async (workspaceId: string, file: LicenceFile) => {
    const names = await loadOrganisationNames(database, workspaceId, [file.tenantId]);
    return licenceFileView(file, names.get(file.tenantId) ?? file.tenantId, context.clock.now());
  };

  routes.get(path, {
    access: 'read',
    operationId: 'listLicenceFiles',
    summary: 'List licence files',
    querystring: Type.Object({
      ...sortedQuery(licenceFileOrder),
      tenantId: Type.Optional(uuid),
      product: Type.Optional(anySlug("The product's slug.")),
    }),
    responses: { 200: countedPageResponse('Licence files.', Type.Ref('LicenceFile'), licenceFileExample) },
    handle: ({ workspaceId, query }) => {
      const filter = { tenantId: query.tenantId, product: query.product };
      const now = context.clock.now();
      return readSortedPage(query, {
        order: licenceFileOrder,
        read: async (page) => {
          const files = await listLicenceFiles(database, workspaceId, { ...filter, ...page });
          const names = await loadOrganisationNames(database, workspaceId, tenantsOf(files));
          return files.map((file) => ({ ...file, customer: names.get(file.tenantId) ?? file.tenantId }));
        },
        count: () => loadLicenceFileTotal(database, workspaceId, filter),
        viewOf: ({ customer, ...file }) => licenceFileView(file, customer, now),
      });
    },
  });

  routes.post(path, {
    access: 'change:subscriptions',
    operationId: 'issueLicenceFile',
    summary: 'Issue a licence file',
    description:
      'Signs what the customer has now, for an installation that cannot reach the service. A file never outlasts a contract ' +
      'that does not renew itself: its last month ends with the contract. With a request file the licence file is bound ' +
      'to that installation. The replaced file is revoked at the same time.',
    body: Type.Object({
      ...wantedMembers,
      replaces: Type.Optional(
        described(
          uuid,
          'The id of the licence file that this one replaces, of the same customer and product.',
        ),
      ),
    }),
    responses: { 201: theFile },
    refusals: [
      'product.not_found',
      'entitlement.nothing_to_sign',
      'licence_file.months_out_of_range',
      'licence_file.past_contract_end',
      'licence_file.request_invalid',
      'licence_file.not_found',
      'licence_file.already_revoked',
      'licence_file.too_many',
      'licence_file.too_many_revoked',
    ],
    handle: async ({ action, workspaceId, body }) => {
      const { tenantId, product, months, requestFile, replaces } = body;
      const wanted = { tenantId: tenantId.toLowerCase(), product, months, requestFile, replaces };
      const issued = await issueLicenceFile(action, workspaceId, wanted, {
        encryptionKey,
        publicUrl: context.publicUrl,
      });
      return isRefusal(issued) ? issued : viewOf(workspaceId, issued);
    },
  });

  routes.post(`${path}/preview`, {
    access: 'change:subscriptions',
    operationId: 'previewLicenceFile',
    summary: 'Preview a licence file',
    description: 'Reads the request file and says when the licence file would end. Nothing is issued.',
    body: Type.Object(wantedMembers),
    responses: {
      200: jsonResponse(
        'What would be issued.',
        Type.Object({ expiresAt: instant, installation: installationMember }),
        { expiresAt: licenceFileExample.expiresAt, installation: licenceFileExample.installation },
      ),
    },
    refusals: [
      'product.not_found',
      'entitlement.nothing_to_sign',
      'licence_file.months_out_of_range',
      'licence_file.past_contract_end',
      'licence_file.request_invalid',
    ],
    handle: async ({ workspaceId, body }) => {
      const wanted = { ...body, tenantId: body.tenantId.toLowerCase() };
      const preview = await previewLicenceFile({ database, now: context.clock.now() }, workspaceId, wanted);
      return unlessRefused(preview, ({ expiresAt, installation }) => ({
        expiresAt,
        installation: installationView(installation),
      }));
    },
  });

  routes.get(filePath, {
    access: 'read',
    operationId: 'readLicenceFile',
    summary: 'Read a licence file',
    responses: { 200: theFile },
    refusals: ['licence_file.not_found'],
    handle: async ({ workspaceId, params }) => {
      const file = await findLicenceFile(database, workspaceId, params.licenceFileId);
      return file ? viewOf(workspaceId, file) : refuse('licence_file.not_found');
    },
  });

  routes.get(`${filePath}/file`, {
    access: 'change:subscriptions',
    operationId: 'downloadLicenceFile',
    summary: 'Download a licence file',
    description:
      'The same text at every download. Whoever has a file that is not bound to an installation can use it.',
    responses: {
      200: {
        description: 'The signed entitlement between lines that name the kind of file.',
        content: { 'text/plain': { schema: { type: 'string' } } },
      },
    },
    refusals: ['licence_file.not_found'],
    handle: async ({ workspaceId, params }) => {
      const file = await findLicenceFile(database, workspaceId, params.licenceFileId);
      const token = file && (await findLicenceToken(database, workspaceId, file.licenceFileId));
      if (!token) return refuse('licence_file.not_found');
      const { text, headers } = licenceFileDownload(file, token);
      return new AdminResponse(text, headers);
    },
  });

  routes.post(`${filePath}/revoke`, {
    access: 'change:subscriptions',
    operationId: 'revokeLicenceFile',
    summary: 'Revoke a licence file',
    description:
      'Puts it on the revocation list. An installation that never reads the list goes on until the end of its file.',
    body: Type.Object({ reason: nameText(maxReasonLength, 'Why; in the audit log and in the event.') }),
    responses: { 200: theFile },
    refusals: ['licence_file.not_found', 'licence_file.already_revoked'],
    handle: async ({ action, workspaceId, params, body }) => {
      const revoked = await revokeLicenceFile(action, workspaceId, params.licenceFileId, body.reason);
      return isRefusal(revoked) ? revoked : viewOf(workspaceId, revoked);
    },
  });
});

function tenantsOf(files: readonly Pick<LicenceFile, 'tenantId'>[]): readonly string[] {
  return [...new Set(files.map(({ tenantId }) => tenantId))];
}
