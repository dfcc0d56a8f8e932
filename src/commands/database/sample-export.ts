import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CannotStart } from '../../core/operations/cannot-start.ts';
import type { DemoFacts } from '../../demo/facts.ts';
import { demoEncryptionKey, demoPublisher } from '../../demo/identities.ts';
import type { DemoConfig, ProductionConfig } from '../../settings/config.ts';
import { typedCommand } from '../typed-command.ts';

/** The build is in a folder beside `examples`, in a checkout as in the package. */
export const sampleFolder = fileURLToPath(new URL('../examples/accelerator-export/', import.meta.url));

/** What an import needs of the settings. */
export type ImportSettings = Pick<ProductionConfig, 'databaseUrl' | 'encryptionKey' | 'allowsLocalWebhooks'>;

/** The offer of the export at the marketplace, and its subscriptions, except one that the marketplace does not know. */
interface SampleOffer {
  readonly offer: { readonly id: string };
  readonly subscriptions: readonly object[];
}

/** Settings of an import into the running demo. */
export async function demoSettings({ dataDir }: DemoConfig): Promise<ImportSettings & DemoFacts> {
  const text = await readFile(join(dataDir, 'demo.json'), 'utf8').catch(() => undefined);
  if (text === undefined) throw notRunning();
  return { ...(JSON.parse(text) as DemoFacts), encryptionKey: demoEncryptionKey, allowsLocalWebhooks: true };
}

/** The emulated marketplace sells the sample's offer once somebody imports it, so that the demo begins without it. */
export async function sellSample({ marketplace }: DemoFacts): Promise<void> {
  const { offer, subscriptions } = JSON.parse(
    await readFile(join(sampleFolder, 'marketplace.json'), 'utf8'),
  ) as SampleOffer;
  const command = async (path: string, body?: object) => {
    const response = await fetch(`${marketplace.url}/_emulator/${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).catch(() => {
      throw notRunning();
    });
    if (!response.ok) throw new Error(`The emulated marketplace refuses ${path}: ${await response.text()}`);
    return response.json();
  };
  const { publishers } = (await command('state')) as {
    publishers: readonly { readonly id: string; readonly offers: readonly { readonly id: string }[] }[];
  };
  const publisher = publishers.find(({ id }) => id === demoPublisher.id);
  if (!publisher) throw new Error('The emulated marketplace does not know the publisher of the demo');
  if (publisher.offers.some(({ id }) => id === offer.id)) return;
  await command('publishers', { ...publisher, offers: [...publisher.offers, offer] });
  for (const subscription of subscriptions) {
    await command('subscriptions', { ...subscription, publisherId: publisher.id, offerId: offer.id });
  }
}

const notRunning = () =>
  new CannotStart(`--sample needs the running demo: start it in another terminal with ${typedCommand()}`);
