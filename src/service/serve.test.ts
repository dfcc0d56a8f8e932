import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeEnvironment } from '../../tests/support/nodes/running-command.ts';
import { Books } from '../../tests/support/worlds/books.ts';
import { seedDemo } from '../demo/seed.ts';
import { readConfig } from '../settings/config.ts';
import { serve } from './serve.ts';

let books: Books;
beforeAll(async () => {
  books = await Books.open();
});
afterAll(() => books.close());

it('a production server does not start on a database with the data of the demo', async () => {
  const config = readConfig({ ...nodeEnvironment(books.url), LOG_LEVEL: 'silent' });
  const start = () => serve(config, { reset: false, api: false, workers: true });
  const service = await start();
  await service.stop();
  await seedDemo(books.database, books.clock.now());
  await expect(start()).rejects.toThrow('This database has the data of the demo, whose API keys are public.');
});
