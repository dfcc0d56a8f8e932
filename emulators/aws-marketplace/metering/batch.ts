import { randomUUID } from 'node:crypto';
import { type Random, thinned } from '../../shell/random.ts';
import type { Members } from '../../shell/read-json.ts';
import type { AwsDialect } from '../dialect.ts';
import type { Agreement, AwsRegister, Product } from '../directory.ts';
import type { Caller } from '../protocol/caller.ts';
import type { Failure } from '../protocol/failure.ts';
import type { MeteringLedger } from './ledger.ts';
import { readRecords, type SentRecord } from './sent-record.ts';
import { timeProblem } from './time-bounds.ts';

export interface MeteringContext {
  readonly register: AwsRegister;
  readonly ledger: MeteringLedger;
  readonly dialect: AwsDialect;
  readonly now: Date;
  /** Leaves out some records, as unprocessed. */
  readonly unprocessed?: Random;
}

/** A record with the agreement that it is of; without one, its customer is not subscribed. */
interface KnownRecord extends SentRecord {
  readonly product: Product;
  readonly agreement: Agreement | undefined;
}

/** Takes a batch: a refusal is of all records, and nothing is stored. */
export function batchMeterUsage(input: Members, caller: Caller, context: MeteringContext): object | Failure {
  const sent = readRecords(input);
  if ('failure' in sent) return sent;
  const known = knownRecords(sent, input.ProductCode, caller, context);
  if ('failure' in known) return known;
  for (const record of known) {
    const problem = recordProblem(record, context);
    if (problem) return problem;
  }
  const processed = context.unprocessed ? thinned(known, context.unprocessed) : known;
  return {
    Results: processed.map((record) => resultOf(record, caller, context)),
    UnprocessedRecords: known.filter((record) => !processed.includes(record)).map((record) => record.sent),
  };
}

function knownRecords(
  sent: readonly SentRecord[],
  productCode: unknown,
  { accountId: sellerAccountId }: Caller,
  { register }: MeteringContext,
): readonly KnownRecord[] | Failure {
  const named = typeof productCode === 'string' && productCode !== '' ? productCode : undefined;
  const wrongProduct = (message: string): Failure => ({ failure: 'InvalidProductCodeException', message });
  const product = named === undefined ? undefined : register.findProduct(sellerAccountId, named);
  if (named !== undefined && !product) return wrongProduct('The product code is not of this account.');
  const known: KnownRecord[] = [];
  for (const record of sent) {
    const found = record.licenseArn
      ? byLicense(record, record.licenseArn, sellerAccountId, register)
      : byProduct(record, product, sellerAccountId, register);
    if ('failure' in found) return found;
    known.push({ ...record, ...found });
  }
  const codes = new Set([...(product ? [product.code] : []), ...known.map((record) => record.product.code)]);
  return codes.size > 1 ? wrongProduct('A call takes records of one product.') : known;
}

type Found = Pick<KnownRecord, 'product' | 'agreement'>;

function byLicense(
  { accountId }: SentRecord,
  licenseArn: string,
  sellerAccountId: string,
  register: AwsRegister,
): Found | Failure {
  const agreement = register.findByLicense(licenseArn);
  const product = agreement && register.findProduct(sellerAccountId, agreement.productCode);
  if (!product || agreement.sellerAccountId !== sellerAccountId) {
    return {
      failure: 'InvalidLicenseException',
      message: 'The license is not of a product of this account.',
    };
  }
  if (accountId === undefined) {
    return { failure: 'InvalidCustomerIdentifierException', message: 'CustomerAWSAccountId is missing.' };
  }
  if (accountId !== agreement.buyerAccountId) {
    return { failure: 'InvalidLicenseException', message: 'The license is not of this customer.' };
  }
  return { product, agreement };
}

/** The older form: a customer of the product of the call. */
function byProduct(
  { customerIdentifier, accountId }: SentRecord,
  product: Product | undefined,
  sellerAccountId: string,
  register: AwsRegister,
): Found | Failure {
  if (!product) return { failure: 'InvalidProductCodeException', message: 'There is no product code.' };
  if (!product.isLegacy) {
    return { failure: 'InvalidLicenseException', message: 'Records of this product must have a LicenseArn.' };
  }
  const own = register
    .contents()
    .agreements.filter((one) => one.sellerAccountId === sellerAccountId && one.productCode === product.code);
  const agreement = own.findLast((one) =>
    customerIdentifier === undefined
      ? one.buyerAccountId === accountId
      : one.customerIdentifier === customerIdentifier,
  );
  if (!agreement && (customerIdentifier !== undefined || accountId === undefined)) {
    return { failure: 'InvalidCustomerIdentifierException', message: 'There is no such customer.' };
  }
  return { product, agreement };
}

/** Why a record lets the whole batch be refused. */
function recordProblem(record: KnownRecord, { dialect, now }: MeteringContext): Failure | undefined {
  const { dimension, product, agreement, time } = record;
  if (!product.meteredDimensions.includes(dimension)) {
    return {
      failure: 'InvalidUsageDimensionException',
      message: `The product has no dimension ${dimension}.`,
    };
  }
  const problem = timeProblem(time, agreement, now, dialect);
  return problem === undefined ? undefined : { failure: 'TimestampOutOfBoundsException', message: problem };
}

function resultOf(record: KnownRecord, caller: Caller, context: MeteringContext): object {
  const { sent, agreement, product, dimension, quantity, time, licenseArn } = record;
  const { ledger, dialect, now } = context;
  if (!agreement || !isSubscribed(agreement, now)) {
    return { UsageRecord: sent, Status: 'CustomerNotSubscribed' };
  }
  const identity = {
    region: caller.region,
    sellerAccountId: caller.accountId,
    productCode: product.code,
    customer: record.customerIdentifier ?? agreement.buyerAccountId,
    ...(licenseArn === undefined ? {} : { licenseArn: agreement.licenseArn }),
    dimension,
    hour: new Date(Math.floor(time.getTime() / hour) * hour).toISOString(),
  };
  const earlier = ledger.find(identity);
  if (earlier && (earlier.quantity !== quantity || dialect.repeatedRecord === 'duplicate')) {
    return { UsageRecord: sent, Status: 'DuplicateRecord' };
  }
  const meteringRecordId = earlier?.meteringRecordId ?? randomUUID();
  if (!earlier) {
    const [timestamp, acceptedAt] = [time.toISOString(), now.toISOString()];
    ledger.add({ ...identity, meteringRecordId, quantity, timestamp, acceptedAt });
  }
  return { UsageRecord: sent, MeteringRecordId: meteringRecordId, Status: 'Success' };
}

const hour = 60 * 60_000;

/** From the licence until an hour after its end. */
function isSubscribed({ licensedAt, deprovisionedAt }: Agreement, now: Date): boolean {
  if (!licensedAt) return false;
  return !deprovisionedAt || now.getTime() < deprovisionedAt.getTime() + hour;
}
