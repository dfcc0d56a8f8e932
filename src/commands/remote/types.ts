import { writeFile } from 'node:fs/promises';
import { parse } from 'yaml';
import {
  readCatalogueFile,
  readCatalogueText,
  readService,
} from '../../../sdk/src/command/read-catalogue.ts';
import { type CatalogueProduct, writeTypes } from '../../../sdk/src/command/write-types.ts';
import { TesseraError } from '../../../sdk/src/errors.ts';
import { type Call, Refused, WrongCall } from '../call.ts';
import { printJson } from '../terminal.ts';
import { rootOf } from './explain.ts';
import { Service } from './service.ts';
import { findTarget } from './target.ts';

/** `types`. The client library has it as `tessera-types`, for applications that do not install the service. */
export async function types(call: Call): Promise<number> {
  if (call.has('file') && (call.has('url') || call.has('key') || call.has('profile'))) {
    throw new WrongCall('Give --file, or --url and --key, or --profile.');
  }
  const products = await readProducts(call).catch((error: unknown) => {
    if (!(error instanceof TesseraError)) throw error;
    const root = rootOf(error);
    const cause = root instanceof Error && !error.message.includes(root.message) ? ` (${root.message})` : '';
    throw new Refused('catalogue.unreadable', `${error.message}${cause}`);
  });
  const out = call.optional('out');
  if (out !== undefined) {
    await writeFile(out, writeTypes(products)).catch((error: Error) => {
      throw new Refused('file.unwritable', `${out} cannot be written: ${error.message}`);
    });
  }
  if (call.has('json')) printJson({ products, file: out ?? null });
  else if (out === undefined) process.stdout.write(writeTypes(products));
  return 0;
}

async function readProducts(call: Call): Promise<readonly CatalogueProduct[]> {
  const yaml = async () => parse;
  const file = call.optional('file');
  if (file !== undefined) return readCatalogueFile(file, yaml);
  const target = await findTarget(call);
  if (target.key.startsWith('tsk_')) return readService(target.url, target.key);
  const service = await Service.reach(target);
  const response = await service.request('/catalogue/file', { query: { format: 'json' } });
  return readCatalogueText(await response.text(), `The catalogue of ${target.url}`, yaml);
}
