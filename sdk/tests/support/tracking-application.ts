import { createInterface } from 'node:readline';
import { createTessera } from '../../src/index.ts';
import { fileJournal } from '../../src/node/index.ts';
import { type TrackingCustomer, usageOf } from './tracked-events.ts';

export interface TrackingSettings {
  readonly url: string;
  readonly apiKey: string;
  readonly folder: string;
  readonly customers: readonly TrackingCustomer[];
  /** The number of the first usage. */
  readonly first: number;
  readonly eventsPerSecond: number;
}

// An application that tracks usage at a steady rate, with the ids of its own jobs. It prints the number of each usage that
// is on disk, and ends when it is told to finish and everything is sent.
const settings = JSON.parse(process.argv[2] ?? '') as TrackingSettings;
const tick = 10;

const { url, apiKey } = settings;
const journal = fileJournal(settings.folder);
const product: string = settings.customers[0]?.product ?? '';
const tessera = createTessera({ url, product, credential: { apiKey }, journal });
tessera.on('error', ({ error }) => process.stdout.write(`error ${error}\n`));
tessera.on('dropped', ({ event, reason }) => process.stdout.write(`dropped ${event.id} ${reason}\n`));

let number = settings.first;
const tracking = setInterval(() => {
  for (let count = 0; count < (settings.eventsPerSecond * tick) / 1_000; count++) {
    const tracked = number++;
    const { tenantId, dimension, quantity, ...options } = usageOf(tracked, settings.customers);
    void tessera
      .track(tenantId, dimension, quantity, options)
      .then(() => process.stdout.write(`acknowledged ${tracked}\n`));
  }
}, tick);

createInterface({ input: process.stdin }).once('line', async () => {
  clearInterval(tracking);
  await flushed();
  await tessera.close();
  process.stdin.destroy();
});

async function flushed(): Promise<void> {
  await tessera.flush().catch(flushed);
}
