import { CommandError } from '../../shell/read-json.ts';
import type { Switches } from '../../shell/switches.ts';
import type { AwsDialect } from '../dialect.ts';
import type { Agreement, AgreementStatus, AwsRegister, Entitlement, Product } from '../directory.ts';
import type { AwsSettings } from '../settings.ts';
import type { Events, Step } from './events.ts';
import { newAgreementId, newCustomerIdentifier, newLicenseArn, newOfferId } from './ids.ts';

/** A purchase: pay as you go, or a contract where the product has contract dimensions. */
export interface Order {
  readonly sellerAccountId?: string;
  readonly productCode?: string;
  readonly buyerAccountId?: string;
  readonly entitlements?: readonly Entitlement[];
  readonly months?: number;
  readonly autoRenewalEnabled?: boolean;
  readonly isFreeTrial?: boolean;
}

/** What a buyer does, and what follows from it. */
export interface Lifecycle {
  purchase(order: Order): Agreement;
  /** Another content of a contract, under the same licence. */
  amend(id: string, entitlements: readonly Entitlement[]): Agreement;
  /** A new agreement in place of this one, of the same length. */
  renew(id: string): Agreement;
  replace(id: string, order: Pick<Order, 'entitlements' | 'months'>): Agreement;
  end(id: string, status: 'CANCELLED' | 'EXPIRED' | 'TERMINATED'): Agreement;
  /** Ends or renews the contracts whose time is over. */
  settle(): void;
}

export interface LifecycleContext {
  readonly register: AwsRegister;
  readonly events: Events;
  readonly settings: Switches<AwsSettings>;
  readonly dialect: Switches<AwsDialect>;
  readonly now: () => Date;
}

/** The end of pay as you go. */
const never = new Date('9999-01-01T00:00:00Z');
const mostMonths = 60;

export function createLifecycle(context: LifecycleContext): Lifecycle {
  const { register, events, settings, dialect, now } = context;

  const active = (id: string): Agreement => {
    const agreement = register.findAgreement(id);
    if (!agreement) throw new CommandError('there is no such agreement');
    if (agreement.status !== 'ACTIVE') throw new CommandError(`the agreement is ${agreement.status}`);
    return agreement;
  };
  const licensed = (id: string, changes: Partial<Agreement> = {}): Step => ({
    afterMilliseconds: settings.get().licenseMilliseconds,
    type: 'License Updated',
    agreementId: id,
    happen: () => {
      const { licensedAt = now() } = current(id);
      register.changeAgreement(id, { ...changes, licensedAt });
    },
  });
  const deprovisioned = (id: string): Step => ({
    afterMilliseconds: settings.get().deprovisionMilliseconds,
    type: 'License Deprovisioned',
    agreementId: id,
    happen: () => register.changeAgreement(id, { deprovisionedAt: now() }),
  });
  const begun = (type: Step['type'], agreementId: string): Step => ({
    afterMilliseconds: 0,
    type,
    agreementId,
  });
  const current = (id: string): Agreement => register.findAgreement(id) ?? active(id);

  /** The new agreement's licence comes first, then the old one's goes, if it has another. */
  function succeed(before: Agreement, after: Agreement, status: AgreementStatus): Agreement {
    register.registerAgreement(after);
    register.changeAgreement(before.id, { status });
    const isSameLicense = before.licenseArn === after.licenseArn;
    events.follow([
      begun('Purchase Agreement Created', after.id),
      begun('Purchase Agreement Ended', before.id),
      licensed(after.id),
      ...(isSameLicense ? [] : [deprovisioned(before.id)]),
    ]);
    return current(after.id);
  }

  function end(id: string, status: 'CANCELLED' | 'EXPIRED' | 'TERMINATED'): Agreement {
    active(id);
    register.changeAgreement(id, { status });
    events.follow([begun('Purchase Agreement Ended', id), deprovisioned(id)]);
    return current(id);
  }

  function renew(id: string): Agreement {
    const before = active(id);
    if (before.months === undefined) throw new CommandError('pay as you go is not renewed');
    const startTime = before.endTime > now() ? now() : before.endTime;
    const isSameLicense = dialect.get().renewedLicense === 'same';
    const { licensedAt, ...kept } = before;
    return succeed(
      before,
      {
        ...kept,
        ...(isSameLicense && licensedAt ? { licensedAt } : {}),
        id: newAgreementId(),
        intent: 'RENEW',
        acceptanceTime: now(),
        startTime,
        endTime: monthsAfter(before.endTime, before.months),
        previousAgreementId: id,
        isFreeTrial: false,
        licenseArn: isSameLicense ? before.licenseArn : newLicenseArn(),
      },
      'RENEWED',
    );
  }

  return {
    purchase(order) {
      const { sellerAccountId, product } = chooseProduct(order, register);
      const { contents } = register;
      const buyerAccountId = order.buyerAccountId ?? contents().buyers[0]?.accountId;
      if (!contents().buyers.some(({ accountId }) => accountId === buyerAccountId) || !buyerAccountId) {
        throw new CommandError('there is no such buyer');
      }
      if (order.isFreeTrial && !product.hasFreeTrial) throw new CommandError('there is no free trial of it');
      const isContract = product.contractDimensions.length > 0;
      const months = isContract ? checkedMonths(order.months) : undefined;
      const id = newAgreementId();
      register.registerAgreement({
        id,
        sellerAccountId,
        productCode: product.code,
        buyerAccountId,
        offerId: newOfferId(),
        intent: 'NEW',
        status: 'ACTIVE',
        acceptanceTime: now(),
        startTime: now(),
        endTime: months === undefined ? never : monthsAfter(now(), months),
        ...(months === undefined ? {} : { months }),
        autoRenewalEnabled: (isContract && order.autoRenewalEnabled) ?? false,
        isFreeTrial: order.isFreeTrial ?? false,
        licenseArn: newLicenseArn(),
        ...(product.isLegacy ? { customerIdentifier: newCustomerIdentifier() } : {}),
        entitlements: isContract ? checkedEntitlements(order.entitlements, product) : [],
      });
      events.follow([begun('Purchase Agreement Created', id), licensed(id)]);
      return current(id);
    },
    amend(id, entitlements) {
      const { sellerAccountId, productCode } = active(id);
      const product = register.findProduct(sellerAccountId, productCode);
      if (!product?.contractDimensions.length) throw new CommandError('pay as you go has nothing to amend');
      const checked = checkedEntitlements(entitlements, product);
      events.follow([begun('Purchase Agreement Amended', id), licensed(id, { entitlements: checked })]);
      return current(id);
    },
    renew,
    replace(id, order) {
      const before = active(id);
      const product = register.findProduct(before.sellerAccountId, before.productCode);
      if (!product) throw new CommandError('there is no such product');
      const isContract = product.contractDimensions.length > 0;
      const months = isContract ? checkedMonths(order.months ?? before.months) : undefined;
      const { licensedAt: _, ...kept } = before;
      return succeed(
        before,
        {
          ...kept,
          id: newAgreementId(),
          offerId: newOfferId(),
          intent: 'REPLACE',
          acceptanceTime: now(),
          startTime: now(),
          endTime: months === undefined ? never : monthsAfter(now(), months),
          ...(months === undefined ? {} : { months }),
          previousAgreementId: id,
          isFreeTrial: false,
          licenseArn: newLicenseArn(),
          entitlements: isContract
            ? checkedEntitlements(order.entitlements ?? before.entitlements, product)
            : [],
        },
        'REPLACED',
      );
    },
    end,
    settle() {
      const isOver = ({ status, endTime }: Agreement) => status === 'ACTIVE' && endTime <= now();
      for (const { id, autoRenewalEnabled } of register.contents().agreements.filter(isOver)) {
        if (!autoRenewalEnabled) end(id, 'EXPIRED');
        // A clock that was moved far may pass several terms.
        else for (let next = renew(id); isOver(next); ) next = renew(next.id);
      }
    },
  };
}

function chooseProduct(order: Order, register: AwsRegister) {
  const forSale = register
    .contents()
    .sellers.filter(({ accountId }) => [undefined, accountId].includes(order.sellerAccountId))
    .flatMap(({ accountId, products }) =>
      products
        .filter(({ isStopSell }) => !isStopSell)
        .map((product) => ({ sellerAccountId: accountId, product })),
    );
  const chosen = forSale.find(({ product }) => [undefined, product.code].includes(order.productCode));
  if (!chosen) throw new CommandError('there is no such product for sale');
  return chosen;
}

function checkedMonths(months = 12): number {
  if (Number.isSafeInteger(months) && months >= 1 && months <= mostMonths) return months;
  throw new CommandError(`months must be a whole number from 1 to ${mostMonths}`);
}

/** One unit of the first dimension, when nothing is named. */
function checkedEntitlements(
  entitlements: readonly Entitlement[] | undefined,
  { contractDimensions }: Product,
): readonly Entitlement[] {
  const chosen = entitlements?.length
    ? entitlements
    : contractDimensions.slice(0, 1).map((dimension) => ({ dimension, value: 1 }));
  const dimensions = new Set(chosen.map(({ dimension }) => dimension));
  if (dimensions.size < chosen.length) throw new CommandError('a dimension can be bought once');
  for (const { dimension, value } of chosen) {
    if (!contractDimensions.includes(dimension)) throw new CommandError(`there is no dimension ${dimension}`);
    if (typeof value === 'number' && !(value >= 0 && value <= 2_147_483_647)) {
      throw new CommandError(`there cannot be ${value} of ${dimension}`);
    }
  }
  return chosen;
}

function monthsAfter(time: Date, months: number): Date {
  const next = new Date(time);
  next.setUTCMonth(next.getUTCMonth() + months);
  return next;
}
