import { historyLabelOf } from '../../subscriptions/moves/texts.ts';

/** What became of a notification: the changes it made, or a sentence. */
export const resultOf = (detail: string): string => detail.split(', ').map(historyLabelOf).join(', ');
