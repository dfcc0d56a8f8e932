import { isUuid } from '../../identifiers.ts';
import { type Refusal, refuseInvalid, type ValidationIssue } from '../../refusal.ts';
import type { Steps } from '../../steps.ts';
import { isCsvProblem, readCsv } from '../../values/csv-reader.ts';
import { asOneLine } from '../../values/text.ts';
import type { ImportedOffer } from './import-offers.ts';

/** The tables of the SaaS Accelerator that an import reads; the last two may be missing. */
export const acceleratorTables = ['Subscriptions', 'Plans', 'Offers', 'MeteredDimensions', 'Users'] as const;
export type AcceleratorTable = (typeof acceleratorTables)[number];
const optionalTables: readonly AcceleratorTable[] = ['MeteredDimensions', 'Users'];

/** The text of each table's CSV file; a missing file is absent. */
export type AcceleratorTexts = Readonly<Partial<Record<AcceleratorTable, string>>>;

/** Rows of each table. Each subscription is a row of a response, and one request to the marketplace that applies it. */
export const exportCeilings: Readonly<Record<AcceleratorTable, number>> = {
  Subscriptions: 5_000,
  Plans: 1_000,
  Offers: 200,
  MeteredDimensions: 5_000,
  Users: 20_000,
};

/** A subscription as the accelerator knows it. */
export interface ExportedSubscription {
  /** The id at the marketplace. */
  readonly id: string;
  /** The tenant of the purchaser; null if the version of the accelerator does not store it. */
  readonly purchaserTenantId: string | null;
  /** An e-mail address to ask with; null if there is none. */
  readonly contact: string | null;
  /** The id of its plan at the marketplace, as the accelerator last knew it. */
  readonly planId: string | null;
  /** In how many rows it is; the last counts. */
  readonly rows: number;
}

export interface AcceleratorExport {
  readonly subscriptions: readonly ExportedSubscription[];
  readonly offers: readonly ImportedOffer[];
}

/** A sample for those who try an import in the demo. */
export interface SampleExport {
  /** Null for a connection without one. */
  read(connection: { readonly clientId: string }): Promise<AcceleratorTexts | null>;
  /** Called before an export is planned: the demo's marketplace has to sell the sample. */
  prepare(exported: AcceleratorExport): Promise<void>;
}

/** The columns that an import cannot do without. Others differ between versions of the accelerator. */
const requiredColumns: Readonly<Record<AcceleratorTable, readonly string[]>> = {
  Subscriptions: ['AMPSubscriptionId'],
  Plans: ['PlanId', 'OfferID'],
  Offers: ['OfferId', 'OfferGUId'],
  MeteredDimensions: ['PlanId', 'Dimension'],
  Users: ['UserId', 'EmailAddress'],
};

/** Longer than any text that an import uses. */
const maxCellLength = 500;

/** A row by the lower-case names of its columns; the text NULL and an empty cell are null. */
type Row = (column: string) => string | null;

/**
 * Reads the text of each table's CSV file. Columns are found by name, in any case and order. Rows of plans and dimensions
 * whose offer or plan is missing are skipped, as the accelerator does.
 */
export function* readAcceleratorExport(texts: AcceleratorTexts): Steps<AcceleratorExport | Refusal> {
  const issues: ValidationIssue[] = [];
  const tables = {} as Record<AcceleratorTable, readonly Row[]>;
  for (const table of acceleratorTables) tables[table] = yield* readTable(table, texts[table], issues);
  const emails = new Map<string | null, string | null>();
  for (const user of tables.Users) {
    emails.set(user('UserId'), user('EmailAddress'));
    yield;
  }
  const subscriptions = new Map<string, ExportedSubscription>();
  for (const [index, row] of tables.Subscriptions.entries()) {
    yield;
    const id = row('AMPSubscriptionId')?.toLowerCase() ?? '';
    if (!isUuid(id)) {
      const message = `must be a GUID in each row, not as in row ${index + 1}`;
      issues.push({ path: `${fileOf('Subscriptions')} AMPSubscriptionId`, rule: 'uuid', message });
      break;
    }
    const purchaserTenantId = row('PurchaserTenantId')?.toLowerCase() ?? null;
    subscriptions.set(id, {
      id,
      contact: row('PurchaserEmail') ?? emails.get(row('UserId')) ?? null,
      purchaserTenantId: isTenant(purchaserTenantId),
      planId: row('AMPPlanId'),
      rows: (subscriptions.get(id)?.rows ?? 0) + 1,
    });
  }
  if (issues.length > 0) return refuseInvalid(issues);
  return { subscriptions: [...subscriptions.values()], offers: offersOf(tables) };
}

export const fileOf = (table: AcceleratorTable) => `${table}.csv`;

function* readTable(
  table: AcceleratorTable,
  text: string | undefined,
  issues: ValidationIssue[],
): Steps<readonly Row[]> {
  const complain = (rule: string, message: string) => {
    issues.push({ path: fileOf(table), rule, message });
    return [];
  };
  if (text === undefined) {
    return optionalTables.includes(table) ? [] : complain('required', 'is missing');
  }
  const read = yield* readCsv(text);
  if (isCsvProblem(read)) return complain('csv', `cannot be read: line ${read.line} ${read.message}`);
  const [header, ...rows] = read;
  if (!header) return complain('csv', 'is empty: export it with a header of column names');
  const places = new Map(header.map((name, index) => [name.trim().toLowerCase(), index]));
  const missing = requiredColumns[table].filter((column) => !places.has(column.toLowerCase()));
  if (missing.length > 0) {
    const found = header.slice(0, 30).join(', ').slice(0, 300);
    return complain('column', `has no column ${missing.join(', ')}; its first line is: ${found}`);
  }
  const most = exportCeilings[table];
  if (rows.length > most) {
    const advice = table === 'Subscriptions' ? ': import it in parts, each with the other files' : '';
    return complain('ceiling', `has ${rows.length} rows; an import takes at most ${most}${advice}`);
  }
  return rows.map((cells) => (column) => {
    const cell = cells[places.get(column.toLowerCase()) ?? -1] ?? '';
    const text = asOneLine(cell.slice(0, maxCellLength));
    return text === '' || text === 'NULL' ? null : text;
  });
}

function offersOf({
  Offers,
  Plans,
  MeteredDimensions,
}: Record<AcceleratorTable, readonly Row[]>): readonly ImportedOffer[] {
  const dimensions = groupBy(MeteredDimensions, (row) => row('PlanId'));
  const plans = groupBy(Plans, (row) => row('OfferID')?.toLowerCase() ?? null);
  return Offers.flatMap((offer): readonly ImportedOffer[] => {
    const offerId = offer('OfferId');
    const key = offer('OfferGUId')?.toLowerCase() ?? null;
    if (offerId === null) return [];
    const own = (key !== null && plans.get(key)) || [];
    return [
      {
        offerId,
        name: offer('OfferName'),
        plans: own.flatMap((plan) => {
          const planId = plan('PlanId');
          const metered = (plan('Id') !== null && dimensions.get(plan('Id'))) || [];
          if (planId === null) return [];
          return [
            {
              planId,
              name: plan('DisplayName'),
              isPerSeat: isTrue(plan('IsPerUser')),
              dimensions: metered.flatMap((row) => {
                const id = row('Dimension');
                return id === null ? [] : [{ id, name: row('Description'), unit: null }];
              }),
            },
          ];
        }),
      },
    ];
  });
}

function groupBy(
  rows: readonly Row[],
  keyOf: (row: Row) => string | null,
): ReadonlyMap<string | null, Row[]> {
  const groups = new Map<string | null, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

const isTrue = (text: string | null) => text === '1' || text?.toLowerCase() === 'true';
/** The accelerator stores the empty GUID for an unknown tenant. */
const isTenant = (text: string | null) => (text && isUuid(text) && !/^[0-]*$/.test(text) ? text : null);
