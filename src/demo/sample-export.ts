import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  acceleratorTables,
  fileOf,
  type SampleExport,
} from '../core/marketplace/import/accelerator-export.ts';
import { demoPublisher } from './identities.ts';

/** The first one of the sample. */
const sampleSubscriptionId = '5a3c0000-0000-4000-8000-000000000001';

/** What the marketplace knows of the sample: an offer that the demo lacks, and subscriptions of it and of offers that it has. */
interface SampleSales {
  readonly offer: { readonly id: string };
  readonly subscriptions: readonly object[];
}

/**
 * The sample export of the demo's own connection. The emulated marketplace sells it once somebody plans to import it, so that the
 * demo begins without it and the hourly comparison does not take it over before.
 */
export function sampleExport(folder: string, marketplaceUrl: string): SampleExport {
  let sold: Promise<void> | undefined;
  return {
    async read({ clientId }) {
      if (clientId !== demoPublisher.clientId) return null;
      const texts: Record<string, string> = {};
      for (const table of acceleratorTables)
        texts[table] = await readFile(join(folder, fileOf(table)), 'utf8');
      return texts;
    },
    async prepare({ subscriptions }) {
      if (!subscriptions.some(({ id }) => id === sampleSubscriptionId)) return;
      sold ??= sell(folder, marketplaceUrl);
      await sold;
    },
  };
}

async function sell(folder: string, marketplaceUrl: string): Promise<void> {
  const { offer, subscriptions } = JSON.parse(
    await readFile(join(folder, 'marketplace.json'), 'utf8'),
  ) as SampleSales;
  const command = async (path: string, body?: object) => {
    const response = await fetch(`${marketplaceUrl}/_emulator/${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`The emulated marketplace refuses ${path}: ${await response.text()}`);
    return response.json();
  };
  const { publishers } = (await command('state')) as {
    publishers: readonly { readonly id: string; readonly offers: readonly { readonly id: string }[] }[];
  };
  const publisher = publishers.find(({ id }) => id === demoPublisher.id);
  if (!publisher) throw new Error('The emulated marketplace does not know the publisher of the demo');
  if (!publisher.offers.some(({ id }) => id === offer.id)) {
    await command('publishers', { ...publisher, offers: [...publisher.offers, offer] });
  }
  for (const subscription of subscriptions) {
    await command('subscriptions', { offerId: offer.id, ...subscription, publisherId: publisher.id });
  }
}
