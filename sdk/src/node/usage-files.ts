import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TesseraConfigurationError, TesseraError } from '../errors.ts';
import { unarmour } from '../offline/armour.ts';
import { readUnverified } from '../offline/compact-jws.ts';
import { type InstallationKey, thumbprintOf } from '../offline/ed25519.ts';
import { maxTokenLength, readEntitlement } from '../offline/entitlement-claims.ts';
import { tokenOf } from '../offline/licence-file.ts';
import {
  maxUsageBytes,
  maxUsageEvents,
  type UsageLicence,
  usageBytes,
  usageFile,
} from '../offline/usage-file.ts';
import type { Journal, UsageEvent } from '../types.ts';
import { fileJournal } from './file-journal.ts';
import { syncFolder } from './file-journal-folder.ts';
import { absent, lock } from './file-store-shard.ts';
import { filesOf } from './installation.ts';
import { readInstallationKey } from './installation-key.ts';
import { requestHandOver } from './usage-journal.ts';
import { createFile } from './whole-file.ts';

/** The path that was asked for has it. */
const deliveredExtension = '.tessera-usage';
/** It has its events, but perhaps nobody has it. */
const undeliveredExtension = '.undelivered';
const keptFiles = 20;
const maxFileLength = 8_388_608;

/**
 * The options of `writeUsageFile`.
 *
 * @example
 * ```ts
 * import type { UsageFileOptions } from '@tessera/client/node';
 *
 * const options: UsageFileOptions = { out: 'november.tessera-usage' };
 * ```
 */
export interface UsageFileOptions {
  /** The path of the file to write. */
  readonly out: string;
  /** The path of the licence file: `licence.tessera-licence` in the folder if it is absent. */
  readonly licence?: string;
}

/**
 * A usage file that was written.
 *
 * @example
 * ```ts
 * import { type WrittenUsage, writeUsageFile } from '@tessera/client/node';
 *
 * const written: WrittenUsage | undefined = await writeUsageFile('.tessera/offline', { out: 'november.tessera-usage' });
 * console.log(written ? `${written.events} events in file ${written.sequence}` : 'No usage');
 * ```
 */
export interface WrittenUsage {
  /** Counts the files of the installation from 1. */
  readonly sequence: number;
  /** The number of its events. */
  readonly events: number;
  /** True if it was made before, and may not have reached its path: it is the same file, and counts once. */
  readonly isRepeated: boolean;
  /** False if a running process did not hand its events over in time: they are for the next file. */
  readonly isComplete: boolean;
}

/**
 * Writes what was tracked into a usage file, signed with the installation's key: at most 10,000 events, each in one file only.
 * Resolves to undefined if there is no usage. The installation may be running.
 *
 * @example
 * ```ts
 * import { writeUsageFile } from '@tessera/client/node';
 *
 * await writeUsageFile('.tessera/offline', { out: 'november.tessera-usage' });
 * ```
 */
export async function writeUsageFile(
  folder: string,
  { out, licence: licencePath }: UsageFileOptions,
): Promise<WrittenUsage | undefined> {
  const files = filesOf(folder);
  const undelivered = (await usageFilesIn(files.usage)).find(({ isDelivered }) => !isDelivered);
  if (undelivered) {
    const { name, sequence } = undelivered;
    const text = await readFile(join(files.usage, name), 'utf8');
    await deliver(files.usage, { sequence, text }, out);
    return { sequence, events: idsIn(text).length, isRepeated: true, isComplete: false };
  }
  const key = await readInstallationKey(folder);
  if (!key) {
    throw new TesseraConfigurationError(`${folder} has no installation: run tessera-offline request first.`);
  }
  const licence = await boundLicence(licencePath ?? files.licence, key);
  const isComplete = await requestHandOver(files.journal);
  const journal = fileJournal(files.journal);
  try {
    const events = await takeEvents(journal, licence, await idsOfNewest(files.usage));
    if (events.length === 0) return undefined;
    const file = await commit(files.usage, { key, licence, events });
    await journal.settle(events.map(({ id }) => id));
    await deliver(files.usage, file, out);
    return { sequence: file.sequence, events: events.length, isRepeated: false, isComplete };
  } finally {
    await journal.close();
  }
}

/** The service verifies the file, so it is only read here. */
async function boundLicence(path: string, key: InstallationKey): Promise<UsageLicence> {
  const token = tokenOf(await readFile(path, 'utf8'));
  const licence = readEntitlement(token, readUnverified(token, 'tessera-entitlement+jwt', maxTokenLength));
  if (licence.bind === (await thumbprintOf(key))) return licence;
  throw new TesseraError(
    `${path} is not bound to this installation, so nobody could tell whose usage it is: ask for a licence file with the request of this installation.`,
  );
}

/** As many of this tenant and product as one file has. Those of a file whose writer was killed are settled. */
async function takeEvents(
  journal: Journal,
  { tenantId, product }: UsageLicence,
  filedIds: ReadonlySet<string>,
): Promise<readonly UsageEvent[]> {
  const events: UsageEvent[] = [];
  let bytes = 0;
  while (events.length < maxUsageEvents) {
    const taken = await journal.take(maxUsageEvents - events.length);
    if (taken.length === 0) break;
    await journal.settle(taken.map(({ id }) => id).filter((id) => filedIds.has(id)));
    for (const event of taken) {
      if (filedIds.has(event.id) || event.tenantId !== tenantId || event.product !== product) continue;
      bytes += usageBytes(event);
      // The rest stays in the journal.
      if (bytes > maxUsageBytes) return events;
      events.push(event);
    }
  }
  return events;
}

interface UsageFile {
  readonly sequence: number;
  readonly text: string;
}

/** Makes the next file. From here on its events are in no other. */
async function commit(
  folder: string,
  content: Pick<Parameters<typeof usageFile>[0], 'key' | 'licence' | 'events'>,
): Promise<UsageFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const release = await lock(join(folder, 'lock'));
  try {
    const known = await usageFilesIn(folder);
    const sequence = (known.at(-1)?.sequence ?? 0) + 1;
    const text = await usageFile({ ...content, jti: randomUUID(), sequence, now: Date.now() });
    await createFile(join(folder, nameOf(sequence) + undeliveredExtension), text);
    await syncFolder(folder);
    for (const { name } of known.slice(0, -keptFiles)) await rm(join(folder, name), { force: true });
    return { sequence, text };
  } finally {
    await release();
  }
}

async function deliver(folder: string, { sequence, text }: UsageFile, out: string): Promise<void> {
  await writeFile(out, text, { mode: 0o600, flush: true });
  const path = join(folder, nameOf(sequence));
  // Another process may have delivered it, too.
  await rename(path + undeliveredExtension, path + deliveredExtension).catch(absent);
}

const nameOf = (sequence: number) => String(sequence).padStart(6, '0');

/** Oldest first. */
async function usageFilesIn(folder: string) {
  const names = await readdir(folder).catch(absent);
  return (names ?? [])
    .filter((name) => name.endsWith(deliveredExtension) || name.endsWith(undeliveredExtension))
    .map((name) => ({
      name,
      sequence: Number.parseInt(name, 10),
      isDelivered: name.endsWith(deliveredExtension),
    }))
    .sort((one, other) => one.sequence - other.sequence);
}

async function idsOfNewest(folder: string): Promise<ReadonlySet<string>> {
  const newest = (await usageFilesIn(folder)).at(-1);
  return new Set(newest ? idsIn(await readFile(join(folder, newest.name), 'utf8')) : []);
}

function idsIn(text: string): readonly string[] {
  const token = unarmour('USAGE', text) ?? '';
  const { events } = readUnverified(token, 'tessera-usage+jwt', maxFileLength);
  return (events as readonly { readonly id: string }[]).map(({ id }) => id);
}
