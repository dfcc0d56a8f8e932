import { randomUUID } from 'node:crypto';
import type { AwsDialect } from '../dialect.ts';
import type { Agreement, Product } from '../directory.ts';

export type EventType =
  | 'Purchase Agreement Created'
  | 'Purchase Agreement Amended'
  | 'Purchase Agreement Ended'
  | 'License Updated'
  | 'License Deprovisioned';

/** An event of EventBridge, to the account of the seller. */
export interface AwsEvent {
  readonly id: string;
  readonly 'detail-type': string;
  readonly account: string;
  readonly [name: string]: unknown;
}

const suffixes = { manufacturer: ' - Manufacturer', proposer: ' - Proposer' } as const;

export function eventShape(
  type: EventType,
  agreement: Agreement,
  product: Product | undefined,
  now: Date,
  dialect: AwsDialect,
): AwsEvent {
  const isLicense = type.startsWith('License');
  const { id, sellerAccountId, buyerAccountId, offerId, licenseArn } = agreement;
  const named = product && { id: product.id, title: product.title };
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': `${type}${suffixes[dialect.eventSuffix]}`,
    source: 'aws.agreement-marketplace',
    account: sellerAccountId,
    time: timeShape(now),
    region: 'us-east-1',
    resources: [`arn:aws:aws-marketplace::aws:agreement:${id}`],
    detail: {
      requestId: randomUUID(),
      catalog: 'AWSMarketplace',
      agreement: isLicense ? { id } : agreementShape(type, agreement),
      ...(isLicense ? { product: { code: agreement.productCode, id: product?.id } } : {}),
      ...(!isLicense && named && dialect.productInEvents === 'present' ? { product: named } : {}),
      ...(isLicense ? { license: { arn: licenseShape(licenseArn, dialect) } } : {}),
      acceptor: { accountId: buyerAccountId },
      proposer: { accountId: sellerAccountId },
      offer: { id: offerId },
    },
  };
}

function agreementShape(type: EventType, agreement: Agreement): object {
  const { id, status, intent, previousAgreementId } = agreement;
  if (type === 'Purchase Agreement Ended') return { id, status };
  return {
    id,
    intent: type === 'Purchase Agreement Amended' ? 'AMEND' : intent,
    status,
    acceptanceTime: timeShape(agreement.acceptanceTime),
    startTime: timeShape(agreement.startTime),
    endTime: timeShape(agreement.endTime),
    ...(previousAgreementId === undefined ? {} : { previousAgreementId }),
    ...(type === 'Purchase Agreement Amended' ? { autoRenewalEnabled: agreement.autoRenewalEnabled } : {}),
  };
}

export function licenseShape(licenseArn: string, { licenseArn: spelling }: AwsDialect): string {
  return spelling === 'whole' ? licenseArn : licenseArn.replace(/^arn:/, '');
}

function timeShape(time: Date): string {
  return time.toISOString().replace(/\.\d{3}Z$/, 'Z');
}
