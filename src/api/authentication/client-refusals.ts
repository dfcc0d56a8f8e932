import { maxStoredRefusals } from '../../core/clients/activity.ts';
import { WorkspaceCounts } from '../../core/operations/workspace-labels.ts';
import type { ClientRefusal, ClientRefusals as Noted } from '../../storage/clients/activity.ts';

/** Buffers the refusals of API clients for a later flush: all are counted, the latest of each client are stored. */
export class ClientRefusals {
  readonly #buffer = new Map<string, { client: Noted['client']; count: number; latest: ClientRefusal[] }>();
  /** The refusals since the start of the process. */
  readonly byWorkspace = new WorkspaceCounts();

  record({ workspaceId, apiClientId }: Noted['client'], refusal: ClientRefusal): void {
    this.byWorkspace.add(workspaceId, 1);
    const buffered = this.#buffer.get(apiClientId);
    if (!buffered) {
      this.#buffer.set(apiClientId, { client: { workspaceId, apiClientId }, count: 1, latest: [refusal] });
      return;
    }
    buffered.count += 1;
    buffered.latest.push(refusal);
    if (buffered.latest.length > maxStoredRefusals) buffered.latest.shift();
  }

  /** Returns and clears the buffer. */
  drain(): readonly Noted[] {
    const buffered = [...this.#buffer.values()];
    this.#buffer.clear();
    return buffered;
  }
}
