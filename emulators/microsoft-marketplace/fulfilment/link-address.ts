import type { Fulfilment } from './fulfilment.ts';

/** The host that recorded answers of the live service name, whichever host was asked. */
const otherHost = 'https://main.prod.marketplaceapi.azure.com';

/** What a link in an answer begins with. */
export function linkAddress({ dialect, url }: Pick<Fulfilment, 'dialect' | 'url'>): string {
  return dialect.get().links === 'other-host' ? otherHost : url();
}
