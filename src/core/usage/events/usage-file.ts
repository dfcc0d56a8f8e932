import type { FileActor } from '../../entitlements/signed/licence-file.ts';
import {
  type Installation,
  type LicenceFile,
  licenceFileState,
} from '../../entitlements/signed/licence-file.ts';
import type { ReadToken } from '../../entitlements/signed/request-file.ts';
import { isUuid } from '../../identifiers.ts';
import { filledDetail, isRefusal, type Refusal, refuse } from '../../refusal.ts';
import { quantityFromText } from '../../values/quantity.ts';
import { isRawObject, type RawObject } from '../../values/read-members.ts';
import { isStorable } from '../../values/text.ts';
import {
  eventIdMaxLength,
  isRefusedEvent,
  type MeterEvent,
  type RefusedEvent,
  readMeterEvent,
} from './event.ts';
import type { EventOutcome } from './event-batch.ts';

/** Characters; the file has no others than ASCII. */
export const maxUsageFileLength = 4 * 1024 * 1024;
export const maxUsageFileEvents = 10_000;
/** Usage files of one licence file: more than one a day for its whole life. */
export const maxUsageFiles = 1_000;
/** The first refused events are listed with their reasons; thousands of them would fill the database and every list of files. */
export const maxListedRefusals = 1_000;

const day = 24 * 3_600_000;
/** Longer than the longest licence file, which may have been out of reach for all its life. */
export const usageFileEventMaxAge = 400 * day;
/** After its upload: longer than an event may be old, so that a deleted file cannot count again. */
export const usageFileLifetime = 731 * day;
const maxAhead = day;
const maxSeq = 2 ** 31 - 1;

/** A usage file whose signature is not checked yet. */
export interface UnverifiedUsageFile {
  readonly kid: string;
  readonly claims: RawObject;
  readonly licenceFileId: string;
}

/** Finds the licence file that a usage file names, whose installation must have signed it. */
export function readUsageFile(file: ReadToken | null): UnverifiedUsageFile | Refusal {
  if (!file || !isRawObject(file.claims)) {
    return invalid('The text is not a usage file. Upload the file that the installation has written.');
  }
  const { kid, claims } = file;
  if (typeof claims.lic !== 'string' || !isUuid(claims.lic))
    return invalid('The file names no licence file.');
  return { kid, claims, licenceFileId: claims.lic.toLowerCase() };
}

/** The installation that must have signed the file, or why there is none. */
export function installationOfUsage(
  file: UnverifiedUsageFile,
  licence: LicenceFile | undefined,
): Installation | Refusal {
  if (!licence) return refuse('usage_file.licence_unknown', { licenceFileId: file.licenceFileId });
  if (!licence.installation) return refuse('usage_file.not_bound', { licenceFileId: file.licenceFileId });
  return file.kid === licence.installation.thumbprint ? licence.installation : refuseInstallation(licence);
}

export function refuseInstallation({ licenceFileId, installation }: LicenceFile): Refusal {
  return refuse('usage_file.wrong_installation', { licenceFileId, installation: installation?.name ?? null });
}

/** A verified usage file. */
export interface UsageFile {
  /** Its `jti`. */
  readonly usageFileId: string;
  /** Counts the files of the installation. */
  readonly seq: number;
}

/**
 * The claims of a file with a valid signature.
 *
 * @param issuer as in the licence file
 */
export function checkUsageFile(
  { claims }: UnverifiedUsageFile,
  licence: LicenceFile,
  issuer: string,
  now: Date,
): UsageFile | Refusal {
  const { jti, iss, aud, sub, seq, iat } = claims;
  if (iss !== issuer) return invalid('The file is for another workspace or another service.');
  if (aud !== licence.product) return invalid('The file is for another product than its licence file.');
  if (sub !== licence.tenantId) return invalid('The file is for another customer than its licence file.');
  if (typeof jti !== 'string' || !isUuid(jti)) return invalid('The file has no id.');
  if (typeof seq !== 'number' || !Number.isInteger(seq) || seq < 1 || seq > maxSeq) {
    return invalid('`seq` must be a whole number from 1 on.');
  }
  if (!Number.isInteger(iat) || Number(iat) * 1_000 > now.getTime() + maxAhead) {
    return invalid('The file is from the future. Check the clock of the installation.');
  }
  return { usageFileId: jti.toLowerCase(), seq };
}

/** The source of an installation's events: the same id in two files is a duplicate. */
export function sourceOf({ thumbprint }: Pick<Installation, 'thumbprint'>): string {
  return `installation:${thumbprint}`;
}

/** Reads an event of a usage file; the file says for whom and what, not the event. */
export function readFileEvent(
  written: unknown,
  licence: LicenceFile,
  source: string,
  now: Date,
): MeterEvent | RefusedEvent {
  const { id, dimension, quantity, uniqueKey, occurredAt }: RawObject = isRawObject(written) ? written : {};
  const { tenantId, product } = licence;
  const members = {
    id,
    source,
    tenantId,
    product,
    dimension,
    quantity: exactQuantity(quantity),
    uniqueKey,
    occurredAt,
  };
  const event = readMeterEvent({ members }, source);
  if (isRefusedEvent(event) || !isAfterRevocation(event.occurredAt, licence, now)) return event;
  const revokedAt = licence.revokedAt?.toISOString();
  const detail = `The licence file was revoked at ${revokedAt}, before the event.`;
  return {
    refusal: refuse('usage_file.licence_revoked', { revokedAt }, detail),
    identity: { source, id: event.id },
  };
}

/** An installation goes on with a replaced file until it gets the other one: its usage counts. */
function isAfterRevocation(occurredAt: Date, licence: LicenceFile, now: Date): boolean {
  return (
    licenceFileState(licence, now) === 'Revoked' &&
    licence.revokedAt !== null &&
    occurredAt >= licence.revokedAt
  );
}

/** A quantity is a JSON number, or its exact decimal text. */
function exactQuantity(written: unknown): unknown {
  return typeof written === 'string' && quantityFromText(written) !== undefined ? Number(written) : written;
}

/** What became of the events of a usage file. */
export interface UsageFileOutcome {
  readonly events: number;
  /** Events that were looked at: fewer than `events` if the upload was interrupted. */
  readonly done: number;
  /** Counted in their own hour. */
  readonly accepted: number;
  /** Counted before. */
  readonly duplicate: number;
  /** Counted in an open hour, because their own is closed. */
  readonly carried: number;
  /** The first of them. */
  readonly refused: readonly RefusedFileEvent[];
}

export function refusedCount({
  done,
  accepted,
  duplicate,
  carried,
}: Pick<UsageFileOutcome, 'done' | 'accepted' | 'duplicate' | 'carried'>): number {
  return done - accepted - duplicate - carried;
}

interface RefusedFileEvent {
  /** Null: it has no valid id. */
  readonly id: string | null;
  readonly code: string;
  readonly message: string;
}

export function emptyOutcome(events: number): UsageFileOutcome {
  return { events, done: 0, accepted: 0, duplicate: 0, carried: 0, refused: [] };
}

/** What became of some events of the file. */
export function outcomeOf(
  written: readonly unknown[],
  outcomes: readonly EventOutcome[],
): Omit<UsageFileOutcome, 'events'> {
  const counts = { accepted: 0, duplicate: 0, carried: 0 };
  const refused: RefusedFileEvent[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome === 'Duplicate') counts.duplicate += 1;
    else if (isRefusal(outcome)) {
      refused.push({
        id: idOf(written[index]),
        code: outcome.code,
        message: filledDetail(outcome).slice(0, maxMessageLength),
      });
    } else if (outcome.isCarried) counts.carried += 1;
    else counts.accepted += 1;
  }
  return { done: outcomes.length, ...counts, refused };
}

const maxMessageLength = 200;

function idOf(written: unknown): string | null {
  const id = isRawObject(written) ? written.id : null;
  return typeof id === 'string' && id.length <= eventIdMaxLength && isStorable(id) ? id : null;
}

/** A usage file that was uploaded. */
export interface UploadedUsageFile {
  readonly usageFileId: string;
  readonly licenceFileId: string;
  readonly tenantId: string;
  /** Slug. */
  readonly product: string;
  readonly seq: number;
  readonly uploadedAt: Date;
  readonly uploadedBy: FileActor;
  readonly outcome: UsageFileOutcome;
}

export function refuseEvents(): Refusal {
  return invalid(`A usage file has 1 to ${maxUsageFileEvents} events, each a JSON object.`);
}

function invalid(detail: string): Refusal {
  return refuse('usage_file.invalid', {}, detail);
}
