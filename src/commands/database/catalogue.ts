import { readFile } from 'node:fs/promises';
import { applyCatalogue } from '../../actions/catalogue/apply-catalogue.ts';
import type { ActionContext } from '../../actions/context.ts';
import { recordExport } from '../../actions/privacy/record-export.ts';
import { readCatalogueFile } from '../../catalogue-file/read-catalogue-file.ts';
import { catalogueFormats, writeCatalogueFile } from '../../catalogue-file/write-catalogue-file.ts';
import type { ProductionConfig } from '../../config.ts';
import { type CatalogueChange, compareCatalogues } from '../../core/catalogue/changes.ts';
import { type CatalogueConsent, consentFor } from '../../core/catalogue/consent.ts';
import { asDefined, type CatalogueDefinition } from '../../core/catalogue/definition.ts';
import { fromFile } from '../../core/catalogue/from-file.ts';
import { CannotStart } from '../../core/operations/cannot-start.ts';
import { finish } from '../../core/steps.ts';
import { loadCatalogue } from '../../storage/catalogue/catalogue.ts';
import { findCatalogueRevision } from '../../storage/catalogue/revisions.ts';
import { findWorkspaceBySlug } from '../../storage/workspaces/workspaces.ts';
import { typedCommand } from '../../typed-command.ts';
import { WrongCall } from '../call.ts';
import { orThrow, withContext } from './administer.ts';
import { onDatabase } from './on-database.ts';

export const exportCatalogue = onDatabase('catalogue export', (config, call) =>
  runCatalogueExport(config, {
    workspace: call.text('workspace'),
    format: call.optional('format') ?? 'yaml',
  }),
);

export const planCatalogue = onDatabase('catalogue plan', (config, call) =>
  runCataloguePlan(config, { workspace: call.text('workspace'), file: call.text('file') }),
);

export const applyCatalogueCommand = onDatabase('catalogue apply', (config, call) =>
  runCatalogueApply(config, {
    workspace: call.text('workspace'),
    file: call.text('file'),
    revision: call.text('revision'),
    archive: call.optional('archive'),
    remove: call.optional('remove'),
  }),
);

/** `catalogue export`; returns the file. */
export async function runCatalogueExport(
  config: ProductionConfig,
  { workspace, format: written }: { readonly workspace: string; readonly format: string },
): Promise<string> {
  const format = catalogueFormats.find((known) => known === written);
  if (!format) throw new CannotStart(`--format must be one of ${catalogueFormats.join(', ')}.`);
  return withContext(config, 'catalogue export', async (context) => {
    const workspaceId = await workspaceNamed(context, workspace);
    const revision = await findCatalogueRevision(context.database, workspaceId);
    await recordExport(context, workspaceId, 'catalogue.exported', { revision });
    const catalogue = asDefined(await loadCatalogue(context.database, workspaceId));
    return orThrow(await writeCatalogueFile(catalogue, format, workspaceId)).trimEnd();
  });
}

/** `catalogue plan`; returns the text to print. */
export async function runCataloguePlan(
  config: ProductionConfig,
  { workspace, file }: { readonly workspace: string; readonly file: string },
): Promise<string> {
  const wanted = await readDefinition(file);
  return withContext(config, 'catalogue plan', async (context) => {
    const workspaceId = await workspaceNamed(context, workspace);
    const revision = await findCatalogueRevision(context.database, workspaceId);
    const before = asDefined(await loadCatalogue(context.database, workspaceId));
    const changes = finish(compareCatalogues(before, orThrow(finish(fromFile(wanted)(before)))));
    if (changes.length === 0) return 'Nothing to change.';
    const { archive, remove } = consentFor(changes);
    const consent = `${archive > 0 ? ` --archive ${archive}` : ''}${remove > 0 ? ` --remove ${remove}` : ''}`;
    const apply = typedCommand(
      `catalogue apply --workspace ${workspace} --file ${file} --revision ${revision}${consent}`,
    );
    const loss = consent && `${archive} products and plans to archive, ${remove} drafts to remove.`;
    const summary = `${changes.length} to change. ${loss ? `${loss} ` : ''}Apply: ${apply}`;
    return [...changes.map(lineOf), summary].join('\n');
  });
}

/** `catalogue apply`; returns the text to print. */
export async function runCatalogueApply(
  config: ProductionConfig,
  {
    workspace,
    file,
    revision,
    archive = '0',
    remove = '0',
  }: {
    readonly workspace: string;
    readonly file: string;
    readonly revision: string;
    readonly archive?: string | undefined;
    readonly remove?: string | undefined;
  },
): Promise<string> {
  for (const [option, written] of Object.entries({ revision, archive, remove })) {
    if (!/^\d{1,9}$/.test(written))
      throw new WrongCall(`--${option} must be the number that catalogue plan printed.`);
  }
  const consent: CatalogueConsent = { archive: Number(archive), remove: Number(remove) };
  const wanted = await readDefinition(file);
  return withContext(config, 'catalogue apply', async (context) => {
    const workspaceId = await workspaceNamed(context, workspace);
    const applied = orThrow(
      await applyCatalogue(context, workspaceId, { revision: Number(revision), ...consent }, wanted),
      {
        'request.precondition_failed': `The catalogue has been changed since revision ${revision}. Run catalogue plan again, review its changes, and apply with its --revision.`,
      },
    );
    return [...applied.changes.map(lineOf), `${applied.changes.length} changed.`].join('\n');
  });
}

async function readDefinition(file: string): Promise<CatalogueDefinition> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CannotStart(`${file} cannot be read: ${error.message}`);
  });
  return orThrow(await readCatalogueFile(text, file));
}

async function workspaceNamed({ database }: ActionContext, slug: string): Promise<string> {
  const workspace = await findWorkspaceBySlug(database, slug);
  if (!workspace) throw new CannotStart(`There is no workspace ${slug}; create it with create-workspace.`);
  return workspace.workspaceId;
}

/** `plan.changed forum/basic {"name":"Basic"} → {"name":"Basic plus"}` */
function lineOf({ action, subject, before, after }: CatalogueChange): string {
  const sides = [before, after].filter((side) => side !== null).map((side) => JSON.stringify(side));
  return `${action} ${subject.id} ${sides.join(' → ')}`;
}
