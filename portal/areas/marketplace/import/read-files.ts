/** The tables of an export, by name, as the admin API takes them. */
export const exportTables = [
  { name: 'Subscriptions', isRequired: true },
  { name: 'Plans', isRequired: true },
  { name: 'Offers', isRequired: true },
  { name: 'MeteredDimensions', isRequired: false },
  { name: 'Users', isRequired: false },
] as const;

export type ExportTable = (typeof exportTables)[number]['name'];
export type ExportTexts = Readonly<Partial<Record<ExportTable, string>>>;

export interface ReadFiles {
  readonly tables: ExportTexts;
  /** Why a file was not read, one sentence each. */
  readonly problems: readonly string[];
}

/** What the service takes in one request. */
const maxBytes = 8 * 1024 * 1024;

type ChosenFile = Pick<File, 'name' | 'size' | 'arrayBuffer'>;

/** Reads the files of an export, such as `Subscriptions.csv` or `dbo.Subscriptions.csv`. */
export async function readFiles(files: readonly ChosenFile[]): Promise<ReadFiles> {
  const tables: Partial<Record<ExportTable, string>> = {};
  const problems: string[] = [];
  for (const file of files) {
    const table = tableOf(file.name);
    const text = table && file.size <= maxBytes ? decode(await file.arrayBuffer()) : undefined;
    if (!table) problems.push(`${file.name} is no file of an export: its name must be that of a table.`);
    else if (file.size > maxBytes) problems.push(`${file.name} is larger than 8 MB.`);
    else if (text === undefined) problems.push(`${file.name} is not in UTF-8: save it as CSV in UTF-8.`);
    else tables[table] = text;
  }
  return { tables, problems };
}

function tableOf(fileName: string): ExportTable | undefined {
  const name = fileName.toLowerCase().replace(/^dbo\./, '');
  return exportTables.find((table) => name === `${table.name.toLowerCase()}.csv`)?.name;
}

/** UTF-8, or UTF-16 as PowerShell writes it; undefined for another encoding. */
function decode(bytes: ArrayBuffer): string | undefined {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The required tables that are still missing. */
export const missingTables = (tables: ExportTexts): readonly ExportTable[] =>
  exportTables
    .filter(({ name, isRequired }) => isRequired && tables[name] === undefined)
    .map(({ name }) => name);
