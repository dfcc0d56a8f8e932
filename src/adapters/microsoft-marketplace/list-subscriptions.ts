import type { FulfilmentAnswer, SubscriptionPage } from '../../core/fulfilment.ts';
import { unavailable } from './fulfilment-answer.ts';
import { nextAddress, type ReadPage } from './subscription-page.ts';
import { trouble } from './trouble.ts';

const pageLimit = 10_000;

/** From the first address on, wherever each page says that the next one is, to the end or to the first trouble. */
export async function* listSubscriptionPages(
  firstAddress: string,
  getPage: (address: string) => Promise<FulfilmentAnswer<ReadPage>>,
): AsyncGenerator<FulfilmentAnswer<SubscriptionPage>, void> {
  const seen = new Set<string>();
  let address = firstAddress;
  while (!seen.has(address) && seen.size < pageLimit) {
    seen.add(address);
    const answer = await getPage(address);
    if (answer.outcome !== 'answered') {
      yield answer;
      return;
    }
    const { page, nextLink } = answer.value;
    yield { outcome: 'answered', value: page };
    if (nextLink === null) return;
    const next = nextAddress(nextLink, address);
    if (next === undefined) {
      const reason = `The marketplace's list goes on at "${nextLink}", which is not the marketplace.`;
      yield unavailable(trouble(reason, { isConfiguration: true }));
      return;
    }
    address = next;
  }
  yield unavailable(trouble('The marketplace’s list has no end.'));
}
