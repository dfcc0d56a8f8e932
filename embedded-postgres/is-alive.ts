import { errorCode } from './error-code.ts';

/** Whether a process has this pid now; it need not be the one we once knew by it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
