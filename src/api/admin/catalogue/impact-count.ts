import type { CatalogueChange } from '../../../core/catalogue/changes.ts';
import type { LimitChange, MeterChange } from '../../../core/catalogue/impact.ts';
import type { TenantImpact } from '../../../core/entitlements/impact.ts';

const maxExamples = 20;

/** A changed meter, with the subscriptions that it applies to. */
export interface CountedMeterChange extends MeterChange {
  readonly product: string;
  readonly subscriptions: number;
}

/** Counts how entitlements would change, one tenant and product at a time. */
export class ImpactCount {
  readonly #changes: readonly CatalogueChange[];
  readonly #capabilities = new Map<string, { gained: number; lost: number }>();
  readonly #members = new Map<string, number>();
  readonly #limits: (LimitChange & { readonly product: string })[] = [];
  readonly #meters: CountedMeterChange[] = [];
  /** How many tenants have each plan in force, by `product/plan`. */
  readonly #tenantsByPlan = new Map<string, number>();
  readonly #examples: (TenantImpact & { readonly product: string })[] = [];
  #changed = 0;
  #isComplete = true;
  compared = 0;

  constructor(changes: readonly CatalogueChange[]) {
    this.#changes = changes;
  }

  expectLimits(product: string, limits: readonly LimitChange[]): void {
    this.#limits.push(...limits.map((limit) => ({ product, ...limit })));
  }

  addMeters(meters: readonly CountedMeterChange[]): void {
    this.#meters.push(...meters);
  }

  add(product: string, impact: TenantImpact | null, inForce: readonly string[]): void {
    this.compared += 1;
    for (const plan of inForce) {
      const name = `${product}/${plan}`;
      this.#tenantsByPlan.set(name, (this.#tenantsByPlan.get(name) ?? 0) + 1);
    }
    if (!impact) return;
    this.#changed += 1;
    if (this.#examples.length < maxExamples) this.#examples.push({ product, ...impact });
    for (const member of impact.members) {
      this.#members.set(member, (this.#members.get(member) ?? 0) + 1);
    }
    for (const capability of impact.gained) this.#of(capability).gained += 1;
    for (const capability of impact.lost) this.#of(capability).lost += 1;
  }

  cutShort(): void {
    this.#isComplete = false;
  }

  result() {
    return {
      changes: [...this.#changes],
      answers: { compared: this.compared, changed: this.#changed },
      isComplete: this.#isComplete,
      capabilities: [...this.#capabilities]
        .map(([capability, counts]) => ({ capability, ...counts }))
        .sort((a, b) => (a.capability < b.capability ? -1 : 1)),
      limits: this.#limits.map((limit) => ({
        ...limit,
        tenants: this.#tenantsByPlan.get(`${limit.product}/${limit.plan}`) ?? 0,
      })),
      meters: [...this.#meters],
      members: [...this.#members].map(([member, answers]) => ({ member, answers })),
      examples: [...this.#examples],
    };
  }

  #of(capability: string): { gained: number; lost: number } {
    const counts = this.#capabilities.get(capability) ?? { gained: 0, lost: 0 };
    this.#capabilities.set(capability, counts);
    return counts;
  }
}
