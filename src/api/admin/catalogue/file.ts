import { Type } from 'typebox';
import { applyCatalogue } from '../../../actions/catalogue/change-catalogue.ts';
import { previewImpact } from '../../../actions/catalogue/preview-impact.ts';
import { recordExport } from '../../../actions/privacy/personal-data.ts';
import { finishYielding } from '../../../async/yielding.ts';
import { maxJsonBytes, readCatalogueFile } from '../../../catalogue-file/read-catalogue-file.ts';
import { catalogueFormats, writeCatalogueFile } from '../../../catalogue-file/write-catalogue-file.ts';
import { changedProducts } from '../../../core/catalogue/changed-products.ts';
import { compareCatalogues } from '../../../core/catalogue/changes.ts';
import { consentFor } from '../../../core/catalogue/consent.ts';
import { asDefined } from '../../../core/catalogue/definition.ts';
import { fromFile } from '../../../core/catalogue/from-file.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { revisionTag } from '../../../core/values/entity-tag.ts';
import { loadCatalogue } from '../../../storage/catalogue/catalogue.ts';
import { findCatalogueRevision } from '../../../storage/catalogue/revisions.ts';
import { jsonResponse, oneOf } from '../../schemas.ts';
import { AdminResponse, revisionHeaders, withRevision } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { described } from '../schemas.ts';
import {
  changedProductsExample,
  changedProductsMember,
  changedProductsView,
  changeExample,
  impactResponse,
  theImpact,
} from './impact-view.ts';
import { reason } from './schemas.ts';

const path = '/workspaces/:workspaceId/catalogue';
/** JSON escapes line breaks, quotation marks and backslashes: at most every character. */
const bodyLimit = 2 * maxJsonBytes + 1024;
const body = Type.Object({
  file: Type.String({
    maxLength: bodyLimit,
    description: 'The whole catalogue as YAML, or as JSON if it begins with a brace.',
  }),
});
const archived = 'The number of products and plans to archive.';
const removed = 'How many drafts of products and plans it removes.';
const consent = {
  archive: Type.Integer({ minimum: 0, description: archived }),
  remove: Type.Integer({ minimum: 0, description: removed }),
};
const applyBody = Type.Object({
  ...body.properties,
  archive: Type.Optional(Type.Integer({ minimum: 0, description: `${archived} Default: 0.` })),
  remove: Type.Optional(Type.Integer({ minimum: 0, description: `${removed} Default: 0.` })),
  reason,
});
const changes = Type.Array(Type.Ref('CatalogueChange'));
const purposes = ['export', 'view'] as const;

/** The catalogue as one file: export, plan and apply. */
export const catalogueFileRoutes = adminRoutes('Catalogue', (routes, context) => {
  // The revision is read first, so that a concurrent change makes it stale and the edit is refused.
  const load = async (workspaceId: string) => {
    const revision = await findCatalogueRevision(context.database, workspaceId);
    return { revision, catalogue: asDefined(await loadCatalogue(context.database, workspaceId)) };
  };

  routes.get(`${path}/file`, {
    access: 'read',
    operationId: 'exportCatalogue',
    summary: 'Export the catalogue',
    description:
      'YAML by default. The same catalogue always has the same text. A file over 256 kB can be applied only as JSON.',
    querystring: Type.Object({
      format: Type.Optional(oneOf(catalogueFormats)),
      purpose: Type.Optional(
        described(
          oneOf(purposes),
          '`view`: to show the file on a page, as the portal does. Default: `export`, which is in the audit log.',
        ),
      ),
    }),
    responses: {
      200: {
        description: 'The file; its `ETag` counts the changes of the catalogue.',
        headers: revisionHeaders,
        content: {
          'application/yaml': { schema: { type: 'string' } },
          'application/json': { schema: { type: 'object', additionalProperties: true } },
        },
      },
    },
    handle: async ({ action, workspaceId, query }) => {
      const { revision, catalogue } = await load(workspaceId);
      const { format = 'yaml', purpose = 'export' } = query;
      const text = await writeCatalogueFile(catalogue, format, workspaceId);
      if (isRefusal(text)) return text;
      if (purpose === 'export') await recordExport(action, workspaceId, 'catalogue.exported', { revision });
      return new AdminResponse(text, {
        etag: revisionTag({ revision }),
        'content-type': `application/${format}; charset=utf-8`,
      });
    },
  });

  routes.post(`${path}/plan`, {
    access: 'change:catalogue',
    bodyLimit,
    takesFile: true,
    operationId: 'planCatalogue',
    summary: 'Plan the changes of a file',
    description: 'Changes nothing. Send the `ETag` as `If-Match` to apply the file.',
    body,
    responses: {
      200: jsonResponse(
        'The changes, in order, with the numbers that `apply` needs as consent.',
        Type.Object({ changes, products: changedProductsMember, ...consent }),
        { changes: [changeExample], products: changedProductsExample, archive: 0, remove: 0 },
        revisionHeaders,
      ),
    },
    handle: async ({ workspaceId, body }) => {
      const file = await readCatalogueFile(body.file, workspaceId);
      if (isRefusal(file)) return file;
      const { revision, catalogue } = await load(workspaceId);
      const after = await finishYielding(fromFile(file)(catalogue));
      if (isRefusal(after)) return after;
      const planned = await finishYielding(compareCatalogues(catalogue, after));
      const products = changedProductsView(changedProducts(planned, catalogue, after));
      return withRevision({ revision }, () => ({ changes: planned, products, ...consentFor(planned) }));
    },
  });

  routes.post(`${path}/impact`, {
    access: 'change:catalogue',
    bodyLimit,
    takesFile: true,
    operationId: 'previewCatalogue',
    summary: 'Preview the impact of a file',
    body,
    responses: { 200: theImpact },
    handle: async ({ workspaceId, body }) => {
      const file = await readCatalogueFile(body.file, workspaceId);
      if (isRefusal(file)) return file;
      const now = context.clock.now();
      return impactResponse(await previewImpact(context.database, workspaceId, fromFile(file), now));
    },
  });

  routes.post(`${path}/apply`, {
    access: 'change:catalogue',
    bodyLimit,
    takesFile: true,
    operationId: 'applyCatalogue',
    summary: 'Apply a catalogue file',
    description:
      'All or nothing, and only if the catalogue is unchanged since the plan. Omitted drafts are removed, other omitted ' +
      'items are archived: `archive` and `remove` must be the numbers of each, as in ' +
      'the plan.',
    isEdit: true,
    body: applyBody,
    responses: {
      200: jsonResponse(
        'What was changed.',
        Type.Object({ changes }),
        { changes: [changeExample] },
        revisionHeaders,
      ),
    },
    refusals: ['catalogue.consent_required'],
    handle: async ({ action, workspaceId, body, revision }) => {
      const file = await readCatalogueFile(body.file, workspaceId);
      if (isRefusal(file)) return file;
      const { archive = 0, remove = 0 } = body;
      const consented = { revision, archive, remove };
      const note = { reason: body.reason };
      return withRevision(await applyCatalogue(action, workspaceId, consented, file, note), (applied) => ({
        changes: applied.changes,
      }));
    },
  });
});
