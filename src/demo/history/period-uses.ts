import { quantitySumToText } from '../../core/usage/events/quantity-sum.ts';
import { loadPeriodUse } from '../../storage/usage/period-counts.ts';
import { type MeterPeriod, periodText } from '../../storage/usage/periods.ts';
import type { Player } from './player.ts';

/** What the periods of meters have used so far, by `periodText`. */
export class PeriodUses {
  readonly #player: Player;
  readonly #used = new Map<string, number>();

  constructor(player: Player) {
    this.#player = player;
  }

  async of(key: MeterPeriod, now: Date): Promise<number> {
    const known = this.#used.get(periodText(key));
    if (known !== undefined) return known;
    const { database, workspaceId } = this.#player;
    const [use] = await loadPeriodUse(database, workspaceId, [{ ...key, intake: 'Events' }], now);
    const used = Number(quantitySumToText(use?.used ?? 0n));
    this.#used.set(periodText(key), used);
    return used;
  }

  add(key: MeterPeriod, quantity: number): void {
    this.#used.set(periodText(key), (this.#used.get(periodText(key)) ?? 0) + quantity);
  }
}
