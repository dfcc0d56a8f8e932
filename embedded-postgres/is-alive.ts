import { errorCode } from './error-code.ts';

/** Whether a process has this pid now; pids are reused. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
