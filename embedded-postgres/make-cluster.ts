import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, canReach, openPlace } from './account.ts';
import type { Binaries } from './binaries.ts';
import {
  type Cluster,
  clusterAt,
  findCluster,
  outsidePrefix,
  putInPlace,
  superuser,
  unfinishedPrefix,
} from './cluster.ts';
import { deleteTree } from './delete-tree.ts';
import { errorCode } from './error-code.ts';
import { binariesDoNotRun, namelessUser, notMade } from './reasons.ts';

export interface Making {
  readonly folder: string;
  readonly outside: string;
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  readonly durable: boolean;
}

/** Makes the cluster in a temporary folder and renames it: a killed launch leaves no incomplete cluster. */
export async function makeCluster(making: Making): Promise<Cluster> {
  const { folder } = making;
  let home: string | undefined;
  let failure: unknown;
  try {
    home = await newHome(making);
    await fill(clusterAt(home), making);
    if (await putInPlace(home, folder)) {
      home = undefined;
      if (making.durable) await sync(folder);
    }
  } catch (error) {
    failure = error;
  }
  if (home) await deleteTree(home);
  // A concurrent launch may have made the cluster first, and removed this one as a leftover.
  const cluster = await findCluster(folder);
  if (cluster) return cluster;
  throw failure ?? notMade(folder, 'the new database disappeared');
}

async function newHome({ folder, outside, account }: Making): Promise<string> {
  if (!account || (await canReach(folder, account))) {
    const home = await mkdtemp(join(folder, unfinishedPrefix));
    await chmod(home, account ? 0o711 : 0o700);
    return home;
  }
  await openPlace(outside);
  const home = await mkdtemp(join(outside, outsidePrefix(folder)));
  await chmod(home, 0o711);
  return home;
}

async function fill(cluster: Cluster, { folder, binaries, account, durable }: Making): Promise<void> {
  await mkdir(cluster.data, { mode: 0o700 });
  await writeFile(cluster.passwordFile, randomBytes(24).toString('hex'), { mode: 0o600, flush: durable });
  if (account) {
    await chown(cluster.data, account.uid, account.gid);
    await chown(cluster.passwordFile, account.uid, account.gid);
  }
  const options = [
    `--pgdata=${cluster.data}`,
    `--username=${superuser}`,
    `--pwfile=${cluster.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
    // The default of 4,096 SCRAM iterations takes almost half the time of a connection; the password is random.
    ...(durable ? [] : ['--no-sync', '--set=scram_iterations=1']),
  ];
  try {
    await promisify(execFile)(binaries.initdb, options, { ...account, cwd: '/', env: { LC_ALL: 'C' } });
  } catch (error) {
    throw whyNotMade(folder, binaries, error);
  }
  if (durable) await sync(cluster.home);
}

function whyNotMade(folder: string, binaries: Binaries, error: unknown): Error {
  if (errorCode(error) !== undefined) return binariesDoNotRun(binaries.initdb, error);
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  const nameless = /could not look up effective user ID (\d+)/.exec(output);
  if (nameless) return namelessUser(Number(nameless[1]));
  const lines = output.split('\n').filter((line) => /error|fatal|panic|could not/i.test(line));
  return notMade(folder, lines.at(-1) ?? output);
}

/** A new name in a directory is durable only when the directory itself has reached the disk. */
async function sync(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
