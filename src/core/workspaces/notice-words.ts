type Words = Readonly<Record<string, string>>;

const actions: Words = {
  Subscribe: 'Purchase',
  ChangePlan: 'Plan change',
  ChangeQuantity: 'Seat change',
  Renew: 'Renewal',
  Suspend: 'Suspension',
  Reinstate: 'Reinstatement',
  Unsubscribe: 'Cancellation',
};

const statuses: Words = {
  PendingFulfillmentStart: 'not activated',
  Subscribed: 'active',
  Suspended: 'suspended',
  Unsubscribed: 'cancelled',
  NotStarted: 'not started',
  Unknown: 'unknown',
};

const repairs: Words = {
  receive: 'recorded',
  activate: 'activated',
  reinstate: 'reinstated',
  changePlan: 'plan changed',
  changeQuantity: 'seats changed',
  renew: 'renewed',
  suspend: 'suspended',
  cancelAtTermEnd: 'cancelled at the end of its term',
  cancelNow: 'cancelled',
  expire: 'expired',
};

/** A fact with codes in words. The marketplace's own name of an action or status follows, to find it there. */
export function factInWords(name: string, fact: string): string {
  if (name === 'action') return withCode(actions, fact);
  if (name === 'status') return withCode(statuses, fact);
  return name === 'repair'
    ? fact
        .split(', ')
        .map((code) => wordsOf(repairs, code) ?? code)
        .join(', ')
    : fact;
}

function withCode(table: Words, code: string): string {
  const words = wordsOf(table, code);
  return words === undefined ? code : `${words} (${code})`;
}

function wordsOf(table: Words, code: string): string | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined;
}
