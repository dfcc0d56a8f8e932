import { finishYielding, forEachYielding } from '../../async/yielding.ts';
import { usageChange } from '../../core/change.ts';
import { readArmour } from '../../core/entitlements/signed/armour.ts';
import { issuerOf, tokenTypes } from '../../core/entitlements/signed/claims.ts';
import type { Installation } from '../../core/entitlements/signed/licence-file.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { isRefusedEvent, maxEvents } from '../../core/usage/events/event.ts';
import { EventResolver } from '../../core/usage/events/event-batch.ts';
import {
  checkUsageFile,
  emptyOutcome,
  installationOfUsage,
  maxUsageFileLength,
  maxUsageFiles,
  outcomeOf,
  readFileEvent,
  readUsageFile,
  refuseEvents,
  refuseInstallation,
  sourceOf,
  type UnverifiedUsageFile,
  type UploadedUsageFile,
  type UsageFile,
  usageFileEventMaxAge,
} from '../../core/usage/events/usage-file.ts';
import { divideUsageFile, eventsIn, type UsageFileText } from '../../core/usage/events/usage-file-text.ts';
import { candidateKeyText } from '../../core/usage/reports/target.ts';
import { readCompact, verifyCompact } from '../../secrets/ed25519.ts';
import { announceCommitted } from '../../storage/changes/changes.ts';
import { findLicenceFile, type StoredLicenceFile } from '../../storage/entitlements/signed/licence-files.ts';
import { loadUsageCandidates } from '../../storage/usage/candidates.ts';
import {
  addToUsageFile,
  countUsageFiles,
  findUsageFile,
  insertUsageFile,
  type ListedUsageFile,
  lockUsageFile,
} from '../../storage/usage/usage-files.ts';
import { loadUsageHold } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { fileActor } from '../entitlements/signed/file-actor.ts';
import type { Customer } from '../marketplace/account.ts';
import { findLicensed } from '../marketplace/customer-licence-files.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { runIntake, type SentEvent, storeEvents } from './record-events.ts';

/**
 * Takes the usage that an installation counted offline, each file once. The events are stored in batches; the outcome of a
 * batch is stored in its transaction, so that an interrupted upload goes on where it ended when the file is sent again.
 *
 * @param publicUrl of the service, as in the licence file
 * @param owner only files of licence files of this customer and product are taken; absent: of the workspace
 */
export async function takeUsageFile(
  context: ActionContext,
  workspaceId: string,
  text: string,
  publicUrl: string,
  owner?: Pick<StoredLicenceFile, 'tenantId' | 'productId'>,
): Promise<TakenUsageFile | Refusal> {
  const { database, now } = context;
  const read = await finishYielding(readFile(text));
  if (isRefusal(read)) return read;
  const found = await findLicenceFile(database, workspaceId, read.licenceFileId);
  const isOthers = owner && (found?.tenantId !== owner.tenantId || found.productId !== owner.productId);
  const licence = isOthers ? undefined : found;
  const installation = installationOfUsage(read, licence);
  if (isRefusal(installation) || !licence) return installation as Refusal;
  if (!(await finishYielding(isSignedBy(installation, read.token)))) return refuseInstallation(licence);
  const checked = checkUsageFile(read, licence, issuerOf(publicUrl, workspaceId), now);
  if (isRefusal(checked)) return checked;
  const events = await readEvents(read.text);
  if (isRefusal(events)) return events;

  const file = { ...checked, events };
  const entered = await enterFile(context, workspaceId, licence, file);
  if (isRefusal(entered)) return entered;
  await storeFileEvents(context, workspaceId, { licence, file, source: sourceOf(installation) });
  const stored = await findUsageFile(database, workspaceId, file.usageFileId);
  if (!stored) throw new Error(`The usage file ${file.usageFileId} was written but cannot be found`);
  return { ...stored, isRepeated: entered === 'Known' };
}

/** A usage file that was taken, with this upload or an earlier one. */
export interface TakenUsageFile extends UploadedUsageFile {
  readonly isRepeated: boolean;
}

/** Takes the usage file of an installation of the customer. Undefined: the customer may not. */
export async function takeCustomerUsageFile(
  context: ActionContext,
  customer: Customer,
  subscriptionId: string,
  text: string,
  publicUrl: string,
): Promise<TakenUsageFile | Refusal | undefined> {
  const licensed = await findLicensed(context, customer, subscriptionId);
  return licensed && takeUsageFile(context, licensed.workspaceId, text, publicUrl, licensed);
}

interface ReadFile extends UnverifiedUsageFile {
  readonly token: string;
  readonly text: UsageFileText;
}

interface FileWithEvents extends UsageFile {
  readonly events: readonly unknown[];
}

/** In steps, each of which takes some milliseconds for a file of megabytes. */
function* readFile(text: string): Generator<void, ReadFile | Refusal, void> {
  const token = text.length > maxUsageFileLength ? undefined : readArmour('USAGE', text);
  yield;
  const read = token === undefined ? undefined : readCompact(token, tokenTypes.usage);
  yield;
  const divided = read && divideUsageFile(read.payload);
  const file = readUsageFile(read && divided ? { kid: read.kid, claims: divided.claims } : null);
  if (isRefusal(file)) return file;
  if (token === undefined || !divided) throw new Error('The usage file has no token');
  return { ...file, token, text: divided };
}

/** In a step of its own, too. */
function* isSignedBy(
  { thumbprint: kid, publicKey: x }: Installation,
  token: string,
): Generator<void, boolean, void> {
  const isSigned = verifyCompact(token, tokenTypes.usage, { kid, x }) !== undefined;
  yield;
  return isSigned;
}

async function readEvents(text: UsageFileText): Promise<readonly unknown[] | Refusal> {
  const events: unknown[] = [];
  try {
    await forEachYielding(eventsIn(text), (event) => events.push(event));
    return events;
  } catch (error) {
    if (error instanceof SyntaxError) return refuseEvents();
    throw error;
  }
}

/** Stores the file without an outcome unless it is known. */
async function enterFile(
  context: ActionContext,
  workspaceId: string,
  { licenceFileId, tenantId, product, productId }: StoredLicenceFile,
  { usageFileId, seq, events }: FileWithEvents,
): Promise<Refusal | 'Entered' | 'Known'> {
  const { database, now } = context;
  const known = await findUsageFile(database, workspaceId, usageFileId);
  if (known) {
    return known.licenceFileId === licenceFileId && known.outcome.events === events.length
      ? 'Known'
      : refuse('usage_file.invalid', {}, 'Another usage file has the same id.');
  }
  if ((await countUsageFiles(database, workspaceId, licenceFileId)) >= maxUsageFiles) {
    return refuse('usage_file.too_many', { limit: maxUsageFiles });
  }
  const named = { workspaceId, usageFileId, licenceFileId, tenantId, product, productId, seq };
  const outcome = emptyOutcome(events.length);
  await insertUsageFile(database, { ...named, uploadedAt: now, uploadedBy: fileActor(context), outcome });
  return 'Entered';
}

interface FileOfInstallation {
  readonly licence: StoredLicenceFile;
  readonly file: FileWithEvents;
  readonly source: string;
}

/** Stores the events that are not stored yet. */
async function storeFileEvents(
  context: ActionContext,
  workspaceId: string,
  { licence, file, source }: FileOfInstallation,
): Promise<void> {
  const { database, now } = context;
  const { tenantId, product } = licence;
  const [holdMinutes, found] = await Promise.all([
    loadUsageHold(database, workspaceId),
    loadUsageCandidates(database, workspaceId, [{ tenantId, product }]),
  ]);
  const candidates = found.get(candidateKeyText(workspaceId, { tenantId, product })) ?? [];
  const resolver = new EventResolver(now, usageFileEventMaxAge);
  const sentEvent = (written: unknown): SentEvent => {
    const event = readFileEvent(written, licence, source, now);
    if (isRefusedEvent(event)) return { identity: event.identity, resolved: event.refusal };
    return { identity: event, resolved: resolver.resolve(event, candidates) };
  };
  for (let start = 0; start < file.events.length; start += maxEvents) {
    await runIntake(context, workspaceId, holdMinutes, async (intake) => {
      const before = await lockUsageFile(intake.database, workspaceId, file.usageFileId);
      // Stored by an earlier upload, or by another one at the same time.
      if (before.done !== start) return;
      const written = file.events.slice(start, start + maxEvents);
      const added = outcomeOf(written, await storeEvents(intake, written.map(sentEvent)));
      const { usageFileId } = file;
      const outcome = await addToUsageFile(intake.database, { workspaceId, usageFileId }, before, added);
      if (outcome.done === outcome.events) await auditFile(intake, workspaceId, licence, file, outcome);
    });
  }
  // Also for a file that is known: the announcement may have failed.
  const subscriptionIds = candidates.map(({ subscription }) => subscription.subscriptionId);
  await announceCommitted(database, usageChange(workspaceId, subscriptionIds));
}

async function auditFile(
  context: ActionContext,
  workspaceId: string,
  { tenantId, product, licenceFileId, installation }: StoredLicenceFile,
  { usageFileId }: UsageFile,
  { accepted, carried, duplicate, refused }: ListedUsageFile['outcome'],
): Promise<void> {
  await recordAudit(context, workspaceId, {
    action: 'usage_file.uploaded',
    subject: { kind: 'Customer', id: tenantId },
    before: null,
    after: {
      usageFileId,
      licenceFileId,
      product,
      installation: installation?.name ?? null,
      accepted,
      carried,
      duplicate,
      refused,
    },
  });
}
