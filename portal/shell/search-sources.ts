import { productSearch } from '../areas/catalogue/search.ts';
import { apiClientSearch, serviceAccountSearch } from '../areas/clients/search.ts';
import { customerSearch } from '../areas/subscriptions/customers/search.ts';
import { subscriptionSearch } from '../areas/subscriptions/search.ts';
import { deliverySearch, endpointSearch } from '../areas/webhooks/search.ts';
import type { SearchSource } from '../parts/search-source.ts';

export const searchSources: readonly SearchSource[] = [
  customerSearch,
  subscriptionSearch,
  productSearch,
  apiClientSearch,
  serviceAccountSearch,
  endpointSearch,
  deliverySearch,
];
