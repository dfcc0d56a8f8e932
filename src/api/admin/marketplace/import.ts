import { type Static, Type } from 'typebox';
import type { ActionContext } from '../../../actions/context.ts';
import { applyRows, draftImport } from '../../../actions/marketplace/apply-import.ts';
import { type Import, type ImportItem, planImport } from '../../../actions/marketplace/plan-import.ts';
import { withDeadline } from '../../../async/deadline.ts';
import { finishYielding } from '../../../async/yielding.ts';
import {
  type AcceleratorTexts,
  readAcceleratorExport,
} from '../../../core/marketplace/import/accelerator-export.ts';
import { isRefusal, type Refusal, refuse } from '../../../core/refusal.ts';
import { loadOrganisationNames } from '../../../storage/subscriptions/customer-views.ts';
import { jsonResponse } from '../../schemas.ts';
import { changeExample } from '../catalogue/impact-view.ts';
import { adminRoutes } from '../routes.ts';
import { described, nullable } from '../schemas.ts';
import { connectionsPath, findConnection } from './connection-view.ts';
import {
  AppliedImportRow,
  appliedRowExample,
  chosenRow,
  ImportRow,
  importRowExample,
  importRowView,
} from './import-view.ts';
import { openConnection, unopened } from './read-offers.ts';

/** A person waits; proxies wait for a minute. */
const timeoutMilliseconds = 50_000;
/** Over 20,000 rows of the accelerator's subscriptions. */
const bodyLimit = 8 * 1024 * 1024;
/** A request to the marketplace for each, four at once: a few seconds. */
const maxRows = 50;

const path = `${connectionsPath}/:connectionId/import` as const;
const csv = Type.Optional(Type.String({ maxLength: bodyLimit }));
const tables = Type.Object(
  { Subscriptions: csv, Plans: csv, Offers: csv, MeteredDimensions: csv, Users: csv },
  {
    additionalProperties: false,
    description:
      'The tables of the SaaS Accelerator as CSV with a header; `MeteredDimensions` and `Users` may be missing. At most 5,000 ' +
      'subscriptions. Without `tables`, every subscription of the connection is imported.',
  },
);
const exportBody = Type.Object({ tables: Type.Optional(tables) });
const draftBody = Type.Object({
  ...exportBody.properties,
  fingerprint: Type.String({ minLength: 1, maxLength: 100, description: 'The `fingerprint` of the plan.' }),
});
const rowsBody = Type.Object({ subscriptions: Type.Array(chosenRow, { minItems: 1, maxItems: maxRows }) });

const plan = Type.Object({
  changes: Type.Array(Type.Ref('CatalogueChange'), {
    description: 'The drafts of products, plans and mappings that the catalogue lacks.',
  }),
  fingerprint: Type.String({
    description: 'Of the changes; send it back to add these drafts and no others.',
  }),
  notes: Type.Array(
    Type.Object({
      offerId: Type.String(),
      planId: described(nullable.text, 'Null: the whole offer.'),
      note: Type.String(),
    }),
    { description: 'What is left to a person.' },
  ),
  subscriptions: Type.Array(Type.Ref('ImportRow')),
  notExported: Type.Integer({
    minimum: 0,
    description: 'Live subscriptions at the marketplace that the export lacks.',
  }),
});
const planExample = {
  changes: [],
  fingerprint: importRowExample.fingerprint,
  notes: [],
  subscriptions: [importRowExample],
  notExported: 0,
};

interface ImportRequest {
  readonly workspaceId: string;
  readonly params: { readonly connectionId: string };
  readonly body: Static<typeof exportBody>;
  readonly action: ActionContext;
}

/**
 * The import of existing subscriptions: first a plan, then its draft products, then its subscriptions in batches. Only the
 * rows that the fingerprints of the plan name are applied.
 */
export const importRoutes = adminRoutes('Marketplace', (routes, context) => {
  routes.schemas(ImportRow, AppliedImportRow);

  /** Everything but the deadline. */
  const open = async (request: Pick<ImportRequest, 'workspaceId' | 'params'> & { action: ActionContext }) => {
    const { workspaceId, params } = request;
    const record = await findConnection(context.database, workspaceId, params.connectionId);
    if (isRefusal(record)) return record;
    const connection = openConnection(record, context.encryptionKey);
    if (!connection)
      return refuse('service.unavailable', {}, `The connection cannot be used: ${unopened.reason}`);
    const { sourceName } = record;
    return {
      context: () => request.action,
      fulfilment: context.fulfilment,
      connection,
      source: { workspaceId, sourceName },
    };
  };
  const inTime = <Result>(work: (stopped: AbortSignal) => Promise<Result>): Promise<Result | Refusal> =>
    withDeadline({ milliseconds: timeoutMilliseconds }, work, () =>
      refuse(
        'service.unavailable',
        {},
        `The marketplace did not list everything within ${timeoutMilliseconds / 1_000} seconds.`,
      ),
    );
  const withExport = async <Result>(
    request: ImportRequest,
    work: (options: Import) => Promise<Result | Refusal>,
  ): Promise<Result | Refusal> => {
    const { tables } = request.body;
    const exported = tables ? await finishYielding(readAcceleratorExport(tables)) : null;
    if (isRefusal(exported)) return exported;
    const opened = await open(request);
    if (isRefusal(opened)) return opened;
    if (exported) await context.sampleExport?.prepare(exported);
    return inTime((stopped) => work({ ...opened, exported, stopped }));
  };
  const rowsView = async <Item extends Pick<ImportItem, 'tenantId'>>(
    workspaceId: string,
    items: readonly Item[],
  ) => {
    const tenantIds = [...new Set(items.flatMap(({ tenantId }) => tenantId ?? []))];
    const names = await loadOrganisationNames(context.database, workspaceId, tenantIds);
    return items.map((item) => importRowView(item, names));
  };

  routes.get(`${path}/sample`, {
    access: 'change:settings',
    operationId: 'readSampleExport',
    summary: 'Read a sample export of the SaaS Accelerator',
    description: 'For the demo, whose emulated marketplace sells what the sample has.',
    responses: {
      200: jsonResponse(
        'The tables as CSV.',
        Type.Object({
          tables: Type.Unsafe<AcceleratorTexts | null>({
            type: ['object', 'null'],
            additionalProperties: { type: 'string' },
            description: 'Null outside the demo.',
          }),
        }),
        { tables: null },
      ),
    },
    handle: async ({ workspaceId, params }) => {
      const record = await findConnection(context.database, workspaceId, params.connectionId);
      if (isRefusal(record)) return record;
      return { tables: (!record.seller && (await context.sampleExport?.read(record))) || null };
    },
  });

  routes.post(`${path}/plan`, {
    access: 'change:settings',
    bodyLimit,
    takesFile: true,
    operationId: 'planImport',
    summary: 'Plan an import',
    description:
      'Reads the subscriptions of an export of the SaaS Accelerator, or all of the connection, from the marketplace and says what an ' +
      'import would do. Changes nothing, here and at the marketplace. Responds within a minute.',
    body: exportBody,
    responses: { 200: jsonResponse('The plan.', plan, planExample) },
    refusals: ['service.unavailable'],
    handle: async (request) => {
      const planned = await withExport(request, planImport);
      if (isRefusal(planned)) return planned;
      return { ...planned, subscriptions: await rowsView(request.workspaceId, planned.subscriptions) };
    },
  });

  routes.post(`${path}/drafts`, {
    access: 'change:settings',
    bodyLimit,
    takesFile: true,
    operationId: 'draftImport',
    summary: 'Add the drafts of an import to the catalogue',
    description:
      'All or nothing, and only the drafts of the plan with this `fingerprint`; otherwise plan again. Safe to repeat.',
    body: draftBody,
    responses: {
      200: jsonResponse('What was added.', Type.Pick(plan, ['changes']), { changes: [changeExample] }),
    },
    refusals: ['request.precondition_failed', 'service.unavailable'],
    handle: async (request) => {
      const drafted = await withExport(request, (options) => draftImport(options, request.body.fingerprint));
      return isRefusal(drafted) ? drafted : { changes: drafted.changes };
    },
  });

  routes.post(`${path}/subscriptions`, {
    access: 'change:settings',
    operationId: 'applyImport',
    summary: 'Import subscriptions of a plan',
    description:
      `At most ${maxRows} rows: send those to add or change in batches. Each is read from the marketplace again and applied on its ` +
      'own, if it is still as its `fingerprint` says. What is done stays; a repeated request continues.',
    body: rowsBody,
    responses: {
      200: jsonResponse(
        'What was done.',
        Type.Object({
          subscriptions: Type.Array(Type.Ref('AppliedImportRow'), {
            description: 'Without the rows that were not reached: send those again.',
          }),
          failure: nullable.object(
            { reason: Type.String(), retryAfterSeconds: nullable.integer },
            'Why the marketplace ended it early; null: it did not.',
          ),
        }),
        { subscriptions: [appliedRowExample], failure: null },
      ),
    },
    refusals: ['service.unavailable'],
    handle: async (request) => {
      const opened = await open(request);
      if (isRefusal(opened)) return opened;
      const rows = request.body.subscriptions;
      const stopped = AbortSignal.timeout(timeoutMilliseconds / 2);
      const { subscriptions, failure } = await applyRows({ ...opened, stopped }, rows);
      return { subscriptions: await rowsView(request.workspaceId, subscriptions), failure };
    },
  });
});
