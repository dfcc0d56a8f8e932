import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeEnvironment, RunningCommand } from '../support/nodes/running-command.ts';
import { SilenceableProxy } from '../support/nodes/silenceable-proxy.ts';
import { Books } from '../support/worlds/books.ts';

let books: Books;
let proxy: SilenceableProxy;
let node: RunningCommand;
let origin: string;

beforeAll(async () => {
  books = await Books.open();
  const address = new URL(books.url);
  proxy = await SilenceableProxy.start({ host: address.hostname, port: Number(address.port) });
  address.host = `127.0.0.1:${proxy.port}`;
  node = new RunningCommand([], nodeEnvironment(address.href));
  origin = await node.listens();
});
afterAll(async () => {
  await node?.stop();
  await proxy?.close();
  await books?.close();
});

/** The slow network makes the last reads wait long, also on a fast machine. */
it('serves 200 simultaneous reads with cold caches', async () => {
  const workspaceId = await books.workspace();
  const { apiKey } = await books.client(workspaceId);
  const read = async (): Promise<number> => {
    const headers = { 'x-api-key': apiKey };
    const response = await fetch(`${origin}/api/v1/catalogue/products`, { headers });
    await response.arrayBuffer();
    return response.status;
  };
  proxy.slow(4);
  const statuses = await Promise.all(Array.from({ length: 200 }, read));
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});
