import type { FulfilmentAnswer, SubscriptionPage } from '../../core/marketplace/fulfilment-service.ts';
import { failure } from '../outgoing/failure.ts';
import { unavailable } from './fulfilment-answer.ts';
import { nextAddress, type ReadPage } from './subscription-page.ts';

const pageLimit = 10_000;

/** All pages of the list, up to the first failure. A repeated link and too many pages are failures. */
export async function* listSubscriptionPages(
  listAddress: string,
  getPage: (address: string) => Promise<FulfilmentAnswer<ReadPage>>,
): AsyncGenerator<FulfilmentAnswer<SubscriptionPage>, void> {
  const seen = new Set<string>();
  let address = listAddress;
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
    const next = nextAddress(nextLink, listAddress);
    if (next === undefined) {
      const reason = 'The link to the next page is not a list of subscriptions.';
      yield unavailable(failure(reason));
      return;
    }
    address = next;
  }
  yield unavailable(failure('The marketplace’s list has no end.'));
}
