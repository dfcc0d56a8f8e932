import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AcceleratorExport,
  type AcceleratorTable,
  acceleratorTables,
  fileOf,
  readAcceleratorExport,
} from '../../core/marketplace/import/accelerator-export.ts';
import { CannotStart } from '../../core/operations/cannot-start.ts';
import { orThrow } from './administer.ts';

/** Over 100,000 subscriptions. */
const maxFileBytes = 64 * 1024 * 1024;

/** Reads the folder with a CSV file for each table, such as `Subscriptions.csv` or `dbo.Subscriptions.csv`. */
export async function readAcceleratorFolder(folder: string): Promise<AcceleratorExport> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    const advice = `--file must be the folder that has ${fileOf('Subscriptions')}`;
    throw new CannotStart(
      error.code === 'ENOTDIR' || error.code === 'ENOENT'
        ? `There is no folder ${folder}: ${advice}.`
        : `${folder} cannot be read: ${error.message}`,
    );
  });
  const texts: Partial<Record<AcceleratorTable, string>> = {};
  for (const table of acceleratorTables) {
    const wanted = fileOf(table).toLowerCase();
    const name = names.find((one) => [wanted, `dbo.${wanted}`].includes(one.toLowerCase()));
    if (name !== undefined) texts[table] = await readText(join(folder, name));
  }
  return orThrow(readAcceleratorExport(texts));
}

async function readText(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > maxFileBytes) {
    throw new CannotStart(`${path} has ${size} bytes; an export has at most ${maxFileBytes}.`);
  }
  const bytes = await readFile(path);
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CannotStart(`${path} is not in UTF-8: export it with -Encoding utf8.`);
  }
}
