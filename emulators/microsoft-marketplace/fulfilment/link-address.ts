import type { Fulfilment } from './fulfilment.ts';

/** The host in recorded answers of the live service, whatever the host of the request. */
const otherHost = 'https://main.prod.marketplaceapi.azure.com';

/** The origin of links in answers. */
export function linkAddress({ dialect, url }: Pick<Fulfilment, 'dialect' | 'url'>): string {
  return dialect.get().links === 'other-host' ? otherHost : url();
}
