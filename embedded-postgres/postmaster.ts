import { execFile } from 'node:child_process';
import { readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { unless } from './error-code.ts';
import { isAlive } from './is-alive.ts';

/** The running server of a cluster, as its postmaster.pid describes it. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

export const pollInterval = 20;

const fastShutdownLimit = 15_000;
const immediateShutdownLimit = 10_000;
const emptyFileAge = 2_000;

export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const lines = await readPidFile(data);
  const pid = Number(lines?.[0]);
  if (!lines || !(pid > 0) || (await ownerOf(pid, data)) !== 'ours') return undefined;
  const port = Number(lines[3]);
  return { pid, port, ready: port > 0 && lines[7]?.trim() === 'ready' };
}

/**
 * PostgreSQL ignores a pid file whose process is gone. It refuses to start when the pid now belongs to another
 * process (after a reboot, or in a new container), or when a power cut left the file empty: those are removed here.
 */
export async function removeStalePidFile(data: string): Promise<void> {
  const lines = await readPidFile(data);
  if (!lines) return;
  const pid = Number(lines[0]);
  const stale = pid > 0 ? (await ownerOf(pid, data)) === 'foreign' : await isOld(pidFile(data));
  if (stale) await unlink(pidFile(data)).catch(unless('ENOENT'));
}

export async function stopPostmaster(pid: number, data: string): Promise<void> {
  if (await exitsAfter('SIGINT', fastShutdownLimit, pid, data)) return;
  if (await exitsAfter('SIGQUIT', immediateShutdownLimit, pid, data)) return;
  throw new Error(`PostgreSQL (pid ${pid}) does not stop`);
}

async function exitsAfter(
  signal: NodeJS.Signals,
  limit: number,
  pid: number,
  data: string,
): Promise<boolean> {
  const deadline = Date.now() + limit;
  if ((await ownerOf(pid, data)) !== 'ours') return true;
  try {
    process.kill(pid, signal);
  } catch (error) {
    unless('ESRCH')(error);
  }
  while ((await ownerOf(pid, data)) === 'ours') {
    if (Date.now() > deadline) return false;
    await sleep(pollInterval);
  }
  return true;
}

/** Whether a pid is the postmaster of this cluster: pids are reused. */
async function ownerOf(pid: number, data: string): Promise<'ours' | 'foreign' | 'gone'> {
  if (!isAlive(pid)) return 'gone';
  if (process.platform === 'win32') return 'ours';
  if (process.platform !== 'linux')
    return (await commandOf(pid)).includes(`-D ${data} `) ? 'ours' : 'foreign';
  // A zombie's command line is empty.
  const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(unless('ENOENT', 'ESRCH'))) ?? '';
  const words = command.split('\0');
  const directory = words.includes('-D') ? words[words.indexOf('-D') + 1] : undefined;
  if (directory === undefined) return 'foreign';
  if (directory === data) return 'ours';
  // The data folder may have been moved while the server runs; then the process counts as its server.
  return (await stat(directory).catch(unless('ENOENT', 'EACCES', 'ENOTDIR'))) ? 'foreign' : 'ours';
}

async function commandOf(pid: number): Promise<string> {
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(
    () => ({
      stdout: '',
    }),
  );
  return stdout;
}

function pidFile(data: string): string {
  return join(data, 'postmaster.pid');
}

async function readPidFile(data: string): Promise<string[] | undefined> {
  return (await readFile(pidFile(data), 'utf8').catch(unless('ENOENT')))?.split('\n');
}

/** A server that is just starting writes its file at once. */
async function isOld(file: string): Promise<boolean> {
  const entry = await stat(file).catch(unless('ENOENT'));
  return entry !== undefined && Date.now() - entry.mtimeMs > emptyFileAge;
}
