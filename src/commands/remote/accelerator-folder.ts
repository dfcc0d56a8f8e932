import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AcceleratorTable,
  type AcceleratorTexts,
  acceleratorTables,
  fileOf,
} from '../../core/marketplace/import/accelerator-export.ts';
import { Refused } from '../call.ts';

/** What a service takes in one request. */
const maxFileBytes = 8 * 1024 * 1024;
const unreadable = (text: string) => new Refused('file.unreadable', text);

/** Reads the folder with a CSV file for each table, such as `Subscriptions.csv` or `dbo.Subscriptions.csv`. */
export async function readAcceleratorFolder(folder: string): Promise<AcceleratorTexts> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    const advice = `--file must be the folder that has ${fileOf('Subscriptions')}`;
    throw unreadable(
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
  return texts;
}

async function readText(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > maxFileBytes) {
    throw unreadable(`${path} has ${size} bytes; an export has at most ${maxFileBytes}.`);
  }
  const bytes = await readFile(path);
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable(`${path} is not in UTF-8: export it with -Encoding utf8.`);
  }
}
