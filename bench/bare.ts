import { fileURLToPath } from 'node:url';
import { entitlementLookUpText } from '../src/storage/entitlements/entitlements.ts';
import { type BenchResponse, send, sizeOf } from './answer.ts';
import type { BareQuery, BareServerOrder } from './bare-server.ts';
import { type RunningProcess, startNodeProcess } from './child-process.ts';
import type { BenchRequest } from './deck.ts';
import { databaseMaxConnections, type Stage } from './stage.ts';
import { products } from './tenants.ts';

const program = fileURLToPath(new URL('./bare-server.js', import.meta.url));

/** A bare `node:http` server in its own process that responds with the same bytes as the service. */
export async function startBare(
  stage: Stage,
  example: BenchRequest,
  work: BareServerOrder['work'],
): Promise<RunningProcess> {
  const model = await send(stage.service.url, example);
  const order: BareServerOrder = { ...model, work, query: work === 'query' ? queryOf(stage) : null };
  const bare = await startNodeProcess([program, JSON.stringify(order)]);
  checkSame(await send(bare.url, example), model);
  return bare;
}

function checkSame(answer: BenchResponse, model: BenchResponse): void {
  if (answer.status === model.status && sizeOf(answer) === sizeOf(model)) return;
  throw new Error(`The bare server answers otherwise: ${JSON.stringify([answer, model])}`);
}

/** The service's own look-up: by workspace, product and tenant. */
function queryOf({ databaseUrl, callers }: Stage): BareQuery {
  const workspaceOfKey = [...callers].flatMap(([workspaceId, own]) =>
    own.map(({ apiKey }) => [apiKey, workspaceId]),
  );
  return {
    databaseUrl,
    maxConnections: databaseMaxConnections,
    text: entitlementLookUpText,
    workspaceOfKey: Object.fromEntries(workspaceOfKey),
    product: products[0],
  };
}
