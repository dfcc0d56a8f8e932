import { Type } from 'typebox';
import { takeUsageFile } from '../../../actions/usage/usage-files.ts';
import { refuse } from '../../../core/refusal.ts';
import {
  maxListedRefusals,
  maxUsageFileEvents,
  maxUsageFileLength,
  refusedCount,
  type UploadedUsageFile,
  type UsageFileOutcome,
} from '../../../core/usage/events/usage-file.ts';
import { loadOrganisationNames } from '../../../storage/subscriptions/customer-views.ts';
import {
  findUsageFile,
  type ListedUsageFile,
  listUsageFiles,
  loadUsageFileTotal,
  usageFileOrder,
} from '../../../storage/usage/usage-files.ts';
import { anySlug, jsonResponse } from '../../schemas.ts';
import { actorExample, actorView, customerMembers } from '../entitlements/licence-file-view.ts';
import { countedPageResponse } from '../paging.ts';
import { unlessRefused } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';

const path = '/workspaces/:workspaceId/usage-files';
/** Each line of 64 characters ends with a line break, which JSON escapes. */
const bodyLimit = Math.ceil(maxUsageFileLength * 1.1);

const refusedEvent = Type.Object({
  id: described(nullable.text, 'Null: it has no valid id.'),
  code: Type.String(),
  message: Type.String(),
});

const outcomeMembers = {
  usageFileId: Type.String({ format: 'uuid', description: 'The `jti` of the file.' }),
  events: Type.Integer({ description: 'The number of events in the file.' }),
  accepted: Type.Integer({ description: 'Counted in their own hour.' }),
  carried: Type.Integer({ description: 'Counted in the oldest open hour, because their own was closed.' }),
  duplicate: Type.Integer({ description: 'Counted before: in another file, or twice in this one.' }),
};

const fileMembers = {
  licenceFileId: uuid,
  ...customerMembers,
  seq: Type.Integer({ description: "Counts the installation's files, from 1 on." }),
  uploadedAt: instant,
  uploadedBy: Type.Ref('FileActor'),
};

const viewMembers = {
  ...outcomeMembers,
  refused: Type.Array(refusedEvent, { description: `The first ${maxListedRefusals} of them.` }),
  refusedCount: Type.Integer({ description: 'Their number.' }),
  ...fileMembers,
};
const UsageFileView = Type.Object(viewMembers, { $id: 'UsageFile' });
const TakenView = Type.Object(
  {
    ...viewMembers,
    isRepeated: Type.Boolean({ description: 'True: it was uploaded before, and is not counted again.' }),
  },
  { $id: 'TakenUsageFile' },
);
const ListedView = Type.Object(
  {
    ...outcomeMembers,
    refused: Type.Integer({ description: 'Their number. The file itself lists them.' }),
    ...fileMembers,
  },
  { $id: 'ListedUsageFile' },
);

const example = {
  usageFileId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010d2',
  events: 500,
  accepted: 450,
  carried: 48,
  duplicate: 1,
  refused: [
    {
      id: 'e-17',
      code: 'metering.unknown_dimension',
      message: 'Send one of `args.dimensions`.',
    },
  ],
  refusedCount: 1,
  licenceFileId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010d1',
  tenantId: 'b0000000-0000-4000-8000-000000000001',
  customer: 'Contoso',
  product: 'aqueduct',
  seq: 7,
  uploadedAt: '2026-11-15T09:00:00.000Z',
  uploadedBy: actorExample,
};
const { refusedCount: refused, ...others } = example;
const listedExample = { ...others, refused };
const theFile = jsonResponse('The usage file.', Type.Ref('UsageFile'), example);
const takenFile = jsonResponse('The usage file.', Type.Ref('TakenUsageFile'), {
  ...example,
  isRepeated: false,
});

/** Usage that installations counted while they could not reach the service. */
export const usageFileRoutes = adminRoutes('Licence files', (routes, context) => {
  const { database } = context;
  routes.schemas(UsageFileView, TakenView, ListedView);

  const withCustomer = async (workspaceId: string, file: UploadedUsageFile) => {
    const names = await loadOrganisationNames(database, workspaceId, [file.tenantId]);
    const { refused } = file.outcome;
    return viewOf(file, { refused, refusedCount: refusedCount(file.outcome) }, names.get(file.tenantId));
  };

  routes.get(path, {
    access: 'read',
    operationId: 'listUsageFiles',
    summary: 'List usage files',
    querystring: Type.Object({
      ...sortedQuery(usageFileOrder),
      tenantId: Type.Optional(uuid),
      product: Type.Optional(anySlug("The product's slug.")),
      licenceFileId: Type.Optional(uuid),
    }),
    responses: { 200: countedPageResponse('Usage files.', Type.Ref('ListedUsageFile'), listedExample) },
    handle: ({ workspaceId, query }) => {
      const { tenantId, product, licenceFileId } = query;
      const filter = { tenantId, product, licenceFileId };
      return readSortedPage(query, {
        order: usageFileOrder,
        read: async (page) => {
          const files = await listUsageFiles(database, workspaceId, { ...filter, ...page });
          const tenants = [...new Set(files.map((file) => file.tenantId))];
          const names = await loadOrganisationNames(database, workspaceId, tenants);
          return files.map((file) => ({ ...file, customer: names.get(file.tenantId) }));
        },
        count: () => loadUsageFileTotal(database, workspaceId, filter),
        viewOf: ({ customer, ...file }) => viewOf(file, { refused: file.outcome.refused }, customer),
      });
    },
  });

  routes.post(path, {
    access: 'change:usage',
    operationId: 'uploadUsageFile',
    summary: 'Upload a usage file',
    description:
      `Takes up to ${maxUsageFileEvents} events that an installation counted offline, signed with its key. The events enter ` +
      'as usage events; those of closed hours are carried into the oldest open hour where the aggregation allows it. Each ' +
      'file counts once: the same file again gets the same outcome, and an interrupted upload goes on.',
    body: Type.Object({
      file: Type.String({
        // A longer text would be counted character by character; the action compares its length.
        maxLength: bodyLimit,
        description: 'The text of the usage file, at most 4 MiB.',
      }),
    }),
    bodyLimit,
    takesFile: true,
    responses: { 200: takenFile },
    refusals: [
      'usage_file.invalid',
      'usage_file.licence_unknown',
      'usage_file.not_bound',
      'usage_file.wrong_installation',
      'usage_file.too_many',
    ],
    handle: async ({ action, workspaceId, body }) =>
      unlessRefused(
        await takeUsageFile(action, workspaceId, body.file, context.publicUrl),
        async ({ isRepeated, ...file }) => ({ ...(await withCustomer(workspaceId, file)), isRepeated }),
      ),
  });

  routes.get(`${path}/:usageFileId`, {
    access: 'read',
    operationId: 'readUsageFile',
    summary: 'Read a usage file',
    responses: { 200: theFile },
    refusals: ['usage_file.not_found'],
    handle: async ({ workspaceId, params }) => {
      const file = await findUsageFile(database, workspaceId, params.usageFileId);
      return file ? withCustomer(workspaceId, file) : refuse('usage_file.not_found');
    },
  });
});

function viewOf<Refused extends object>(
  file: (UploadedUsageFile | ListedUsageFile) & { readonly outcome: Omit<UsageFileOutcome, 'refused'> },
  refused: Refused,
  customer: string | undefined,
) {
  const { events, accepted, carried, duplicate } = file.outcome;
  return {
    usageFileId: file.usageFileId,
    events,
    accepted,
    carried,
    duplicate,
    ...refused,
    licenceFileId: file.licenceFileId,
    tenantId: file.tenantId,
    customer: customer ?? file.tenantId,
    product: file.product,
    seq: file.seq,
    uploadedAt: file.uploadedAt,
    uploadedBy: actorView(file.uploadedBy),
  };
}
