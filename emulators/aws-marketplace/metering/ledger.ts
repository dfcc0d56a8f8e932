import type { Journal } from '../../shell/journal.ts';

export interface AcceptedRecord {
  readonly meteringRecordId: string;
  readonly region: string;
  readonly sellerAccountId: string;
  readonly productCode: string;
  /** The account, or the customer identifier of an older record. */
  readonly customer: string;
  /** Undefined for an older record, which names the product code instead: it is another identity. */
  readonly licenseArn?: string;
  readonly dimension: string;
  /** The UTC hour, as an ISO time. */
  readonly hour: string;
  readonly quantity: number;
  readonly timestamp: string;
  readonly acceptedAt: string;
}

/** The identity of a record: deduplication is per region. */
type RecordIdentity = Pick<
  AcceptedRecord,
  'region' | 'sellerAccountId' | 'productCode' | 'customer' | 'licenseArn' | 'dimension' | 'hour'
>;

export interface MeteringLedger {
  find(identity: RecordIdentity): AcceptedRecord | undefined;
  /** The first write wins: callers use `find` before. */
  add(record: AcceptedRecord): void;
  /** In the order of acceptance; the oldest are forgotten when there are too many. */
  list(): readonly AcceptedRecord[];
}

const maxRecords = 100_000;

export function createMeteringLedger(journal?: Journal<AcceptedRecord>): MeteringLedger {
  const records = new Map<string, AcceptedRecord>();
  const nameOf = (one: RecordIdentity) =>
    JSON.stringify([
      one.region,
      one.sellerAccountId,
      one.productCode,
      one.customer,
      one.licenseArn ?? null,
      one.dimension,
      one.hour,
    ]);
  const store = (record: AcceptedRecord) => {
    records.set(nameOf(record), record);
    const [oldest = ''] = records.keys();
    if (records.size > maxRecords) records.delete(oldest);
  };
  journal?.read().forEach(store);
  return {
    find: (identity) => records.get(nameOf(identity)),
    add(record) {
      journal?.append(record);
      store(record);
    },
    list: () => [...records.values()],
  };
}
