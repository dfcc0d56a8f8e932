import { maxStoredRefusals } from '../../core/clients/activity.ts';
import type { ClientRefusal, ClientRefusals as Noted } from '../../storage/clients/activity.ts';

/** Buffers the refusals of API clients for a later flush: all are counted, the latest of each client are stored. */
export class ClientRefusals {
  readonly #noted = new Map<string, { client: Noted['client']; count: number; latest: ClientRefusal[] }>();

  note({ workspaceId, apiClientId }: Noted['client'], refusal: ClientRefusal): void {
    const noted = this.#noted.get(apiClientId);
    if (!noted) {
      this.#noted.set(apiClientId, { client: { workspaceId, apiClientId }, count: 1, latest: [refusal] });
      return;
    }
    noted.count += 1;
    noted.latest.push(refusal);
    if (noted.latest.length > maxStoredRefusals) noted.latest.shift();
  }

  /** Returns and clears the buffer. */
  drain(): readonly Noted[] {
    const noted = [...this.#noted.values()];
    this.#noted.clear();
    return noted;
  }
}
