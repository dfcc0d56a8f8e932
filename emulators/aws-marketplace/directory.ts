import { CommandError } from '../shell/read-json.ts';

/** What the seller's service needs: the addresses may be known only after the emulator has started. */
export interface Product {
  /** The product code of calls and of `License Updated`. */
  readonly code: string;
  /** `prod-…` */
  readonly id: string;
  readonly title: string;
  /** What a contract can contain; none for pay as you go. */
  readonly contractDimensions: readonly string[];
  /** What usage can be sent for; none for a contract without consumption. */
  readonly meteredDimensions: readonly string[];
  readonly hasFreeTrial?: boolean;
  /** Listed before 2026-06-01: it has customer identifiers, and usage may name the product code instead of the licence. */
  readonly isLegacy?: boolean;
  /** Agreements keep it, but it cannot be bought. */
  readonly isStopSell?: boolean;
  /** Where "Set up your account" posts the registration token. */
  readonly fulfilmentUrl?: string;
}

/** The rule's API destination for the events of a seller. */
export interface EventDestination {
  readonly url: string;
  /** Sent in `X-Tessera-Event-Secret`. */
  readonly secret: string;
}

/** The account that has published the products: every call is made as this account. */
export interface Seller {
  readonly accountId: string;
  readonly name: string;
  readonly products: readonly Product[];
  readonly destination?: EventDestination;
}

export interface Buyer {
  readonly accountId: string;
  readonly name: string;
  /** Who signs in at the seller's site for this account; the page names them. */
  readonly signsInAs?: string;
}

/** A long-term key of a user of an account. */
export interface AccessKey {
  readonly id: string;
  readonly secret: string;
  readonly accountId: string;
  /** The actions it may call, such as `aws-marketplace:BatchMeterUsage`; all when absent. */
  readonly rights?: readonly string[];
}

/** A role of the account in its ARN, which every known key may assume. */
export interface Role {
  readonly arn: string;
  /** Compared when present. */
  readonly externalId?: string;
  readonly rights?: readonly string[];
}

export interface Entitlement {
  readonly dimension: string;
  readonly value: number | boolean | string;
}

export type AgreementStatus = 'ACTIVE' | 'CANCELLED' | 'EXPIRED' | 'TERMINATED' | 'RENEWED' | 'REPLACED';

export interface Agreement {
  /** `agmt-…` */
  readonly id: string;
  readonly sellerAccountId: string;
  readonly productCode: string;
  readonly buyerAccountId: string;
  /** `offer-…` */
  readonly offerId: string;
  readonly intent: 'NEW' | 'RENEW' | 'REPLACE' | 'AMEND';
  readonly status: AgreementStatus;
  readonly acceptanceTime: Date;
  readonly startTime: Date;
  /** The year 9999 for pay as you go. */
  readonly endTime: Date;
  /** The length of a contract, which a renewal repeats. */
  readonly months?: number;
  readonly previousAgreementId?: string;
  readonly autoRenewalEnabled: boolean;
  readonly isFreeTrial: boolean;
  readonly licenseArn: string;
  /** Of a legacy product. */
  readonly customerIdentifier?: string;
  readonly entitlements: readonly Entitlement[];
  /** Set with `License Updated`: usage is taken from then on. */
  readonly licensedAt?: Date;
  /** Set with `License Deprovisioned`: an hour is left for the last usage. */
  readonly deprovisionedAt?: Date;
}

export interface AwsDirectory {
  readonly sellers: readonly Seller[];
  readonly buyers: readonly Buyer[];
  readonly accessKeys: readonly AccessKey[];
  readonly roles?: readonly Role[];
  readonly agreements?: readonly Agreement[];
}

/** The directory while the emulator runs. Registering an entry again replaces it. */
export interface AwsRegister {
  registerSeller(seller: Seller): void;
  registerProduct(sellerAccountId: string, product: Product): void;
  registerBuyer(buyer: Buyer): void;
  registerAccessKey(key: AccessKey): void;
  registerRole(role: Role): void;
  registerAgreement(agreement: Agreement): void;
  changeAgreement(id: string, changes: Partial<Agreement>): Agreement;
  setDestination(sellerAccountId: string, destination: EventDestination): void;
  findSeller(accountId: string): Seller | undefined;
  findProduct(sellerAccountId: string, code: string): Product | undefined;
  findAccessKey(id: string): AccessKey | undefined;
  findRole(arn: string): Role | undefined;
  findAgreement(id: string): Agreement | undefined;
  /** The licence's newest agreement: a renewal may keep the licence. The `arn:` prefix may be missing. */
  findByLicense(licenseArn: string): Agreement | undefined;
  contents(): {
    readonly sellers: readonly Seller[];
    readonly buyers: readonly Buyer[];
    readonly accessKeys: readonly AccessKey[];
    readonly roles: readonly Role[];
    readonly agreements: readonly Agreement[];
  };
}

const maxEntries = 1_000;
const maxAgreements = 10_000;
const accountPattern = /^\d{12}$/;
/** AWS allows no longer names. */
const maxDimensionLength = 15;

export function createAwsRegister(directory: AwsDirectory): AwsRegister {
  const sellers = new Map<string, Seller>();
  const buyers = new Map<string, Buyer>();
  const accessKeys = new Map<string, AccessKey>();
  const roles = new Map<string, Role>();
  const agreements = new Map<string, Agreement>();
  const byLicense = new Map<string, string>();

  const seller = (accountId: string): Seller => {
    const found = sellers.get(accountId);
    if (!found) throw new CommandError('there is no such seller');
    return found;
  };
  const register: AwsRegister = {
    registerSeller(one) {
      checkAccount(one.accountId);
      one.products.forEach(checkProduct);
      store(sellers, one.accountId, one);
    },
    registerProduct(accountId, product) {
      checkProduct(product);
      const { products, ...others } = seller(accountId);
      const isKnown = products.some(({ code }) => code === product.code);
      if (!isKnown && products.length >= maxEntries) throw new CommandError('there are too many products');
      const next = isKnown
        ? products.map((one) => (one.code === product.code ? product : one))
        : [...products, product];
      sellers.set(accountId, { ...others, products: next });
    },
    registerBuyer(buyer) {
      checkAccount(buyer.accountId);
      store(buyers, buyer.accountId, buyer);
    },
    registerAccessKey(key) {
      checkAccount(key.accountId);
      store(accessKeys, key.id, key);
    },
    registerRole(role) {
      if (!/^arn:aws[a-z-]*:iam::\d{12}:role\/.{1,200}$/.test(role.arn)) {
        throw new CommandError('arn must be the ARN of a role');
      }
      store(roles, role.arn, role);
    },
    registerAgreement(agreement) {
      if (!register.findProduct(agreement.sellerAccountId, agreement.productCode)) {
        throw new CommandError('the seller has no such product');
      }
      store(agreements, agreement.id, agreement, maxAgreements);
      byLicense.set(agreement.licenseArn, agreement.id);
    },
    changeAgreement(id, changes) {
      const before = agreements.get(id);
      if (!before) throw new CommandError('there is no such agreement');
      const after = { ...before, ...changes };
      agreements.set(id, after);
      return after;
    },
    setDestination(accountId, destination) {
      sellers.set(accountId, { ...seller(accountId), destination });
    },
    findSeller: (accountId) => sellers.get(accountId),
    findProduct: (accountId, code) => sellers.get(accountId)?.products.find((one) => one.code === code),
    findAccessKey: (id) => accessKeys.get(id),
    findRole: (arn) => roles.get(arn),
    findAgreement: (id) => agreements.get(id),
    findByLicense(licenseArn) {
      const whole = licenseArn.startsWith('arn:') ? licenseArn : `arn:${licenseArn}`;
      return agreements.get(byLicense.get(whole) ?? '');
    },
    contents: () => ({
      sellers: [...sellers.values()],
      buyers: [...buyers.values()],
      accessKeys: [...accessKeys.values()],
      roles: [...roles.values()],
      agreements: [...agreements.values()],
    }),
  };

  directory.sellers.forEach(register.registerSeller);
  directory.buyers.forEach(register.registerBuyer);
  directory.accessKeys.forEach(register.registerAccessKey);
  directory.roles?.forEach(register.registerRole);
  directory.agreements?.forEach(register.registerAgreement);
  return register;
}

function store<Entry>(entries: Map<string, Entry>, name: string, entry: Entry, most = maxEntries): void {
  if (!entries.has(name) && entries.size >= most) throw new CommandError('there are too many entries');
  entries.set(name, entry);
}

function checkAccount(accountId: string): void {
  if (!accountPattern.test(accountId)) throw new CommandError('accountId must have 12 digits');
}

function checkProduct({ contractDimensions, meteredDimensions }: Product): void {
  for (const dimension of [...contractDimensions, ...meteredDimensions]) {
    if (dimension === '' || dimension.length > maxDimensionLength) {
      throw new CommandError(`a dimension must have 1 to ${maxDimensionLength} characters`);
    }
  }
}
