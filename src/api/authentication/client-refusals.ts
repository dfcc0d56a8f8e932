import { maxStoredRefusals } from '../../core/clients/activity.ts';
import type { ClientRefusal, ClientRefusals as Noted } from '../../storage/clients/activity.ts';

/** Remembers what API clients were refused, to be written down later: all are counted, the latest of each are kept. */
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

  /** Hands over what has been noted since the last time. */
  drain(): readonly Noted[] {
    const noted = [...this.#noted.values()];
    this.#noted.clear();
    return noted;
  }
}
