import type { EntraEmulator } from '../../emulators/entra/start.ts';
import type { RoundsOptions } from '../rounds.ts';
import { benchChangeDelay } from './change-delay.ts';
import { benchMemoryReads } from './memory-reads.ts';
import { benchOffline } from './offline.ts';
import { benchReservations } from './reservations.ts';
import { openSdkStage } from './stage.ts';
import { benchTracking } from './tracking.ts';

export interface SdkBenchOptions extends RoundsOptions {
  readonly serverUrl: (database: string) => string;
  readonly idp: EntraEmulator;
  /** Only `reads`, only `changes`, only `tracking`, only `blocks`, or only `offline`. */
  readonly only: string;
  readonly print: (text: string) => void;
}

/** The client library against the real service. */
export async function benchSdk({ serverUrl, idp, only, print, ...options }: SdkBenchOptions): Promise<void> {
  if ('reads'.includes(only) || 'changes'.includes(only)) {
    const stage = await openSdkStage(serverUrl, idp.url);
    if ('changes'.includes(only)) await benchChangeDelay(stage, print);
    if ('reads'.includes(only)) await benchMemoryReads(stage, { serverUrl, idp }, options, print);
    await stage.close();
  }
  if ('tracking'.includes(only)) {
    await benchTracking({ serverUrl, idpUrl: idp.url, rounds: options.rounds, print });
  }
  if ('blocks'.includes(only)) {
    await benchReservations({ serverUrl, idpUrl: idp.url, rounds: options.rounds, print });
  }
  if ('offline'.includes(only)) await benchOffline(options.rounds, print);
}
