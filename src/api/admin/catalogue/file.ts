import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { applyCatalogue } from '../../../actions/catalogue/apply-catalogue.ts';
import { recordExport } from '../../../actions/privacy/record-export.ts';
import { mostJsonBytes, readCatalogueFile } from '../../../catalogue-file/read-catalogue-file.ts';
import { catalogueFormats, writeCatalogueFile } from '../../../catalogue-file/write-catalogue-file.ts';
import { compareCatalogues } from '../../../core/catalogue/changes.ts';
import { consentFor } from '../../../core/catalogue/consent.ts';
import { asDefined } from '../../../core/catalogue/definition.ts';
import { fromFile } from '../../../core/catalogue/from-file.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { loadCatalogue } from '../../../storage/catalogue/catalogue.ts';
import { findCatalogueRevision } from '../../../storage/catalogue/revisions.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer, oneOf } from '../../schemas.ts';
import { actionContext, memberOf } from '../access.ts';
import { expectedRevision, ifMatchHeader, revisionHeaders, sendRevision } from '../precondition.ts';
import { changeRefusals, editRefusals, readRefusals, workspacePath } from '../schemas.ts';
import { changeExample, theImpact } from './impact-view.ts';
import { previewImpact } from './preview-impact.ts';

const path = '/workspaces/:workspaceId/catalogue';
/** JSON escapes line breaks, quotation marks and backslashes: at most every character. */
const bodyLimit = 2 * mostJsonBytes + 1024;
const body = Type.Object({
  file: Type.String({
    maxLength: bodyLimit,
    description: 'The whole catalogue, as YAML or, when it begins with a brace, as JSON.',
  }),
});
const archived = 'How many products and plans it archives.';
const removed = 'How many drafts of products and plans it removes.';
const consent = {
  archive: Type.Integer({ minimum: 0, description: archived }),
  remove: Type.Integer({ minimum: 0, description: removed }),
};
const applyBody = Type.Object({
  ...body.properties,
  archive: Type.Optional(Type.Integer({ minimum: 0, description: `${archived} Absent is 0.` })),
  remove: Type.Optional(Type.Integer({ minimum: 0, description: `${removed} Absent is 0.` })),
});
const changes = Type.Array(Type.Ref('CatalogueChange'));

/** The catalogue as one file: take it out, see what another one would change, apply it. */
export const catalogueFileRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    // The revision is read first: whoever changes the catalogue meanwhile makes it the older one, which is refused.
    const load = async (workspaceId: string) => {
      const revision = await findCatalogueRevision(context.database, workspaceId);
      return { revision, catalogue: asDefined(await loadCatalogue(context.database, workspaceId)) };
    };

    app.get(
      `${path}/file`,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'exportCatalogue',
          summary: 'The catalogue as one file',
          description:
            'YAML unless told. The same catalogue is always the same text. A file of more than 256 kB is taken back as JSON only.',
          tags: ['Catalogue'],
          params: workspacePath(),
          querystring: Type.Object({
            format: Type.Optional(oneOf(catalogueFormats)),
          }),
          response: {
            200: {
              description: 'The file; its `ETag` counts the changes of the catalogue.',
              headers: revisionHeaders,
              content: {
                'application/yaml': { schema: { type: 'string' } },
                'application/json': { schema: { type: 'object', additionalProperties: true } },
              },
            },
            ...readRefusals(),
          },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const { revision, catalogue } = await load(workspaceId);
        const { format = 'yaml' } = request.query;
        const text = await writeCatalogueFile(catalogue, format, workspaceId);
        if (isRefusal(text)) return sendRefusal(reply, text);
        await recordExport(actionContext(context, request), workspaceId, 'catalogue.exported', { revision });
        return reply.header('etag', `"${revision}"`).type(`application/${format}; charset=utf-8`).send(text);
      },
    );

    app.post(
      `${path}/plan`,
      {
        config: { access: 'change:catalogue' },
        bodyLimit,
        schema: {
          operationId: 'planCatalogue',
          summary: 'What a file would change',
          description:
            'Nothing is changed. The `ETag` is what the plan is based on: send it as `If-Match` to apply the file.',
          tags: ['Catalogue'],
          params: workspacePath(),
          body,
          response: {
            200: answer(
              'The changes, in order, with what `apply` asks consent for.',
              Type.Object({ changes, ...consent }),
              { changes: [changeExample], archive: 0, remove: 0 },
              revisionHeaders,
            ),
            ...changeRefusals(),
          },
        },
      },
      async (request, reply) => {
        const file = await readCatalogueFile(request.body.file, memberOf(request).workspaceId);
        if (isRefusal(file)) return sendRefusal(reply, file);
        const { revision, catalogue } = await load(memberOf(request).workspaceId);
        const after = fromFile(file)(catalogue);
        if (isRefusal(after)) return sendRefusal(reply, after);
        const planned = compareCatalogues(catalogue, after);
        return sendRevision(reply, { revision }, { changes: planned, ...consentFor(planned) });
      },
    );

    app.post(
      `${path}/impact`,
      {
        config: { access: 'change:catalogue' },
        bodyLimit,
        schema: {
          operationId: 'previewCatalogue',
          summary: 'Whose answers a file would change',
          tags: ['Catalogue'],
          params: workspacePath(),
          body,
          response: { 200: theImpact, ...changeRefusals() },
        },
      },
      async (request, reply) => {
        const file = await readCatalogueFile(request.body.file, memberOf(request).workspaceId);
        if (isRefusal(file)) return sendRefusal(reply, file);
        const { workspaceId } = memberOf(request);
        const now = context.clock.now();
        const impact = await previewImpact(context.database, workspaceId, fromFile(file), now);
        if (isRefusal(impact)) return sendRefusal(reply, impact);
        return impact;
      },
    );

    app.post(
      `${path}/apply`,
      {
        config: { access: 'change:catalogue' },
        bodyLimit,
        schema: {
          operationId: 'applyCatalogue',
          summary: 'Make the catalogue what a file says',
          description:
            'All of it or nothing, and only if nobody has changed the catalogue since the plan. Of what the file leaves ' +
            'out, drafts are removed and the rest is archived: `archive` and `remove` must say how many of each, as the ' +
            'plan told them.',
          tags: ['Catalogue'],
          params: workspacePath(),
          headers: ifMatchHeader,
          body: applyBody,
          response: {
            200: answer(
              'What was changed.',
              Type.Object({ changes }),
              { changes: [changeExample] },
              revisionHeaders,
            ),
            ...editRefusals('catalogue.consent_required'),
          },
        },
      },
      async (request, reply) => {
        const revision = expectedRevision(request);
        if (isRefusal(revision)) return sendRefusal(reply, revision);
        const file = await readCatalogueFile(request.body.file, memberOf(request).workspaceId);
        if (isRefusal(file)) return sendRefusal(reply, file);
        const { archive = 0, remove = 0 } = request.body;
        const applied = await applyCatalogue(
          actionContext(context, request),
          memberOf(request).workspaceId,
          { revision, archive, remove },
          file,
        );
        if (isRefusal(applied)) return sendRefusal(reply, applied);
        return sendRevision(reply, applied, { changes: applied.changes });
      },
    );
  };
