import type { Bodies } from './worst-bodies.ts';

const id = 'f0000000-0000-4000-8000-000000000001';
const offer = 'a0000000-0000-4000-8000-000000000001';

/** Exports of the SaaS Accelerator that are expensive to read, as large as the body may be. */
export function worstExports(limit: number): Bodies {
  const filled = (head: string, text: string) =>
    head + text.repeat((limit - 2_048 - head.length) / text.length);
  const tables = {
    Subscriptions: `AMPSubscriptionId\n${id}\n`,
    Plans: `PlanId,OfferID\nbasic,${offer}\n`,
    Offers: `OfferId,OfferGUId\nforum,${offer}\n`,
  };
  const subscriptions = (Subscriptions: string) => ({ ...tables, Subscriptions });
  const plans = Array.from({ length: 1_000 }, (_, index) => `plan ${index % 7},${offer}`);
  const ids = Array.from({ length: 5_000 }, (_, index) => id.slice(0, -4) + String(index + 1_000));
  const exports = {
    'blank lines': subscriptions(filled('AMPSubscriptionId\n', '\n')),
    'rows of two letters': subscriptions(filled('AMPSubscriptionId\n', 'ab\n')),
    'many columns': subscriptions(filled('AMPSubscriptionId', ',')),
    'wide rows': subscriptions(filled(`AMPSubscriptionId${',c'.repeat(499)}\n`, `ab${',ab'.repeat(499)}\n`)),
    'no line break': subscriptions(filled('', 'x')),
    'a type line': subscriptions(filled('#TYPE ', 'x')),
    separators: subscriptions(filled('', ',;\t')),
    'an open quotation': subscriptions(filled('AMPSubscriptionId\n"', 'x')),
    'line breaks in a cell': subscriptions(filled('AMPSubscriptionId\n"', '\r\n')),
    // A quotation mark takes two bytes of the body.
    'quotation marks': subscriptions(`AMPSubscriptionId\n${'""'.repeat((limit - 2_048) / 4)}`),
    'a cell of quotation marks': subscriptions(`AMPSubscriptionId\n"${'""'.repeat((limit - 2_048) / 4)}"`),
    'plans of one offer': { ...tables, Plans: `PlanId,OfferID\n${plans.join('\n')}\n` },
    'many subscriptions': subscriptions(`AMPSubscriptionId\n${ids.join('\n')}\n`),
    'long lines of users': { ...tables, Users: filled('UserId,EmailAddress\n', `1,${'x'.repeat(400)}\n`) },
  };
  return Object.entries(exports).map(
    ([name, own]) => [name, JSON.stringify({ tables: own, fingerprint: 'x' })] as const,
  );
}
