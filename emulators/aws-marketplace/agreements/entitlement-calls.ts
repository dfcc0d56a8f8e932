import { isObject, type Members } from '../../shell/read-json.ts';
import type { AwsDialect } from '../dialect.ts';
import type { Agreement, AwsRegister, Entitlement } from '../directory.ts';
import type { Caller } from '../protocol/caller.ts';
import type { Failure } from '../protocol/failure.ts';
import { licenseShape } from './event-shape.ts';
import { pageOf } from './pages.ts';

interface GrantedEntitlement {
  readonly agreement: Agreement;
  readonly entitlement: Entitlement;
}

const filters: Readonly<Record<string, (entry: GrantedEntitlement, value: string) => boolean>> = {
  CUSTOMER_AWS_ACCOUNT_ID: ({ agreement }, value) => agreement.buyerAccountId === value,
  CUSTOMER_IDENTIFIER: ({ agreement }, value) => agreement.customerIdentifier === value,
  DIMENSION: ({ entitlement }, value) => entitlement.dimension === value,
  LICENSE_ARN: ({ agreement: { licenseArn } }, value) =>
    licenseArn === value || licenseArn === `arn:${value}`,
};

export interface EntitlementContext {
  readonly register: AwsRegister;
  readonly dialect: AwsDialect;
  readonly pageSize: number;
  readonly now: Date;
}

/** What the buyers of a product have bought by contract. Values of one filter are united, filters intersected. */
export function getEntitlements(
  input: Members,
  { accountId }: Caller,
  { register, dialect, pageSize, now }: EntitlementContext,
): object | Failure {
  const invalid = (message: string): Failure => ({ failure: 'InvalidParameterException', message });
  const { ProductCode, Filter = {}, NextToken, MaxResults = pageSize } = input;
  const product = register.findProduct(accountId, String(ProductCode ?? ''));
  if (!product) return invalid('The product code is not of a product of this account.');
  if (!isObject(Filter)) return invalid('Filter is not valid.');
  const wanted: [string, string[]][] = [];
  for (const [name, values] of Object.entries(Filter)) {
    const isValid = Object.hasOwn(filters, name) && Array.isArray(values) && values.length > 0;
    if (!isValid) return invalid(`The filter ${name} is not valid.`);
    wanted.push([name, values.map(String)]);
  }
  const granted = register
    .contents()
    .agreements.filter(
      ({ sellerAccountId, productCode, licensedAt, deprovisionedAt, endTime }) =>
        sellerAccountId === accountId &&
        productCode === product.code &&
        licensedAt !== undefined &&
        deprovisionedAt === undefined &&
        endTime > now,
    )
    .flatMap((agreement) => agreement.entitlements.map((entitlement) => ({ agreement, entitlement })))
    .filter((entry) =>
      wanted.every(([name, values]) => values.some((value) => filters[name]?.(entry, value))),
    );
  const page = pageOf(granted, MaxResults, 25, NextToken, dialect.emptyPages === 'some');
  if (!page) return invalid('MaxResults or NextToken is not valid.');
  return {
    Entitlements: page.items.map((entry) => shapeOf(entry, dialect)),
    ...(page.next === undefined ? {} : { NextToken: page.next }),
  };
}

function shapeOf(
  { agreement, entitlement: { dimension, value } }: GrantedEntitlement,
  dialect: AwsDialect,
): object {
  const { productCode, customerIdentifier, buyerAccountId, licenseArn, endTime } = agreement;
  return {
    ProductCode: productCode,
    Dimension: dimension,
    ...(customerIdentifier === undefined ? {} : { CustomerIdentifier: customerIdentifier }),
    CustomerAWSAccountId: buyerAccountId,
    LicenseArn: licenseShape(licenseArn, dialect),
    Value: valueShape(value),
    // The date of the renewal, where it is automatic.
    ExpirationDate: endTime,
  };
}

function valueShape(value: Entitlement['value']): object {
  if (typeof value === 'boolean') return { BooleanValue: value };
  if (typeof value === 'string') return { StringValue: value };
  return Number.isInteger(value) ? { IntegerValue: value } : { DoubleValue: value };
}
