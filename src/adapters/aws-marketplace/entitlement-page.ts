import { readAccountNumber, readLicenceArn } from '../../core/marketplace/licences/licence-address.ts';
import type { LicenceEntitlement } from '../../core/marketplace/licences/licence-plan.ts';
import { membersOf, textOf } from './error-code.ts';
import { readTime } from './read-time.ts';

type Members = Readonly<Record<string, unknown>>;

export interface EntitlementPage {
  readonly entitlements: readonly LicenceEntitlement[];
  /** Null on the last page. */
  readonly nextToken: string | null;
}

/** Undefined if it is not a page, or if an entitlement cannot be read: a missing dimension would end a plan. */
export function readEntitlementPage(members: Members): EntitlementPage | undefined {
  const { Entitlements: items = [], NextToken: next } = members;
  if (!Array.isArray(items)) return undefined;
  const entitlements = items.flatMap((item) => readEntitlement(membersOf(item) ?? {}) ?? []);
  if (entitlements.length !== items.length) return undefined;
  return { entitlements, nextToken: textOf(next) || null };
}

function readEntitlement(members: Members): LicenceEntitlement | undefined {
  const dimension = textOf(members.Dimension);
  if (dimension === '') return undefined;
  return {
    productCode: textOf(members.ProductCode),
    dimension,
    account: readAccountNumber(members.CustomerAWSAccountId) ?? null,
    licence: readLicenceArn(members.LicenseArn) ?? null,
    value: readValue(membersOf(members.Value) ?? {}),
    endsAt: readTime(members.ExpirationDate),
  };
}

/** One of the members is set. A text says nothing about a quantity. */
function readValue({ IntegerValue, DoubleValue, BooleanValue }: Members): number | boolean | null {
  for (const value of [IntegerValue, DoubleValue]) {
    if (typeof value === 'number' && Number.isFinite(value)) return value;
  }
  return typeof BooleanValue === 'boolean' ? BooleanValue : null;
}
