import { historyLabelOf } from '../../subscriptions/moves/texts.ts';
import type { MarketplaceNotification } from './queries.ts';

/** The changes that a notification made, or the reason of its state. */
export const resultOf = ({
  moves,
  detail,
}: Pick<MarketplaceNotification, 'moves' | 'detail'>): string | null =>
  moves.length > 0 ? moves.map(({ move }) => historyLabelOf(move)).join(', ') : detail;
