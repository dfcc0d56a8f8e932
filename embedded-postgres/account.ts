import type { Stats } from 'node:fs';
import { chmod, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The account that PostgreSQL runs as, if it is not that of this process. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const nobody: Account = { uid: 65534, gid: 65534 };

/** PostgreSQL refuses to run as root, so root starts it as the owner of the data or as `nobody`. */
export function accountFor(data: Stats | undefined): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return data && data.uid !== 0 ? { uid: data.uid, gid: data.gid } : nobody;
}

/** Makes a folder that every account can enter, independent of the umask. */
export async function openPlace(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o755);
}

/** Whether the account may enter every folder on the way to the path, and the path itself (or run it). */
export async function canReach(path: string, account: Account): Promise<boolean> {
  let current = await realpath(path);
  for (;;) {
    if (!mayPass(await stat(current), account)) return false;
    if (current === dirname(current)) return true;
    current = dirname(current);
  }
}

function mayPass(entry: Stats, account: Account): boolean {
  const shift = entry.uid === account.uid ? 6 : entry.gid === account.gid ? 3 : 0;
  return ((entry.mode >> shift) & 1) === 1;
}
