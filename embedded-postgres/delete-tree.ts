import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './error-code.ts';

const tries = 20;
const pause = 50;

/**
 * Deletes a folder in which a dying process may still make files. The retries of `rm` itself are per level and multiply
 * with the depth.
 */
export async function deleteTree(folder: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rm(folder, { recursive: true, force: true });
    } catch (error) {
      if (errorCode(error) !== 'ENOTEMPTY' || attempt === tries) throw error;
      await sleep(pause);
    }
  }
}
