import { meKey, queryClient } from './query-client.ts';

let waiting: { readonly promise: Promise<void>; readonly resume: () => void } | undefined;

/** Resolves when the person has signed in again, which the portal asks them to do. */
export function waitForSession(): Promise<void> {
  if (!waiting) {
    let resume = () => {};
    const promise = new Promise<void>((resolve) => {
      resume = resolve;
    });
    waiting = { promise, resume };
    void queryClient.invalidateQueries({ queryKey: meKey });
  }
  return waiting.promise;
}

/** Sends the requests again that the end of a session refused. */
export function resumeRequests(): void {
  waiting?.resume();
  waiting = undefined;
}
