import type { Plan, Product } from '../queries.ts';

type Kind = 'capabilities' | 'limits';
export type Value = boolean | number | null;

/** What somebody has written into a matrix and not saved yet, by plan: null is a name that the plan shall not have. */
export type MatrixDraft = Readonly<
  Record<string, Readonly<Partial<Record<Kind, Readonly<Record<string, Value>>>>>>
>;

/** What a plan says of a name, with what was written over it; null where it says nothing. */
export function valueIn(plan: Plan, draft: MatrixDraft, kind: Kind, name: string): Value {
  const written = draft[plan.slug]?.[kind]?.[name];
  return written === undefined ? (plan[kind][name] ?? null) : written;
}

export const isWritten = (plan: Plan, draft: MatrixDraft, kind: Kind, name: string): boolean =>
  draft[plan.slug]?.[kind]?.[name] !== undefined;

/** Writes a value; one that the plan has anyway is written back, and no change any more. */
export function write(draft: MatrixDraft, plan: Plan, kind: Kind, name: string, value: Value): MatrixDraft {
  const { [name]: _, ...rest } = draft[plan.slug]?.[kind] ?? {};
  const had = plan[kind][name] ?? null;
  // A capability that a plan does not name is off.
  const isSame = value === had || (value === false && had === null);
  const values = isSame ? rest : { ...rest, [name]: value };
  return { ...draft, [plan.slug]: { ...draft[plan.slug], [kind]: values } };
}

/** Takes a name out of every plan. */
export function withoutName(draft: MatrixDraft, product: Product, kind: Kind, name: string): MatrixDraft {
  return product.plans.reduce((written, plan) => write(written, plan, kind, name, null), draft);
}

/** How many values of how many plans would be others. */
export function countWritten(draft: MatrixDraft): { readonly values: number; readonly plans: number } {
  const counts = Object.values(draft)
    .map(
      ({ capabilities = {}, limits = {} }) => Object.keys(capabilities).length + Object.keys(limits).length,
    )
    .filter((count) => count > 0);
  return { values: counts.reduce((sum, count) => sum + count, 0), plans: counts.length };
}

/** As the API takes it: whole maps, of the plans that are changed and still there. */
export function plansToSave(product: Product, draft: MatrixDraft) {
  const changed = product.plans.flatMap((plan) => {
    const { capabilities = {}, limits = {} } = draft[plan.slug] ?? {};
    const settings = {
      ...(Object.keys(capabilities).length > 0 && {
        capabilities: merged(plan.capabilities, capabilities) as Record<string, boolean>,
      }),
      ...(Object.keys(limits).length > 0 && {
        limits: merged(plan.limits, limits) as Record<string, number>,
      }),
    };
    return Object.keys(settings).length > 0 ? [[plan.slug, settings] as const] : [];
  });
  return Object.fromEntries(changed);
}

function merged(has: Readonly<Record<string, Value>>, written: Readonly<Record<string, Value>>) {
  return Object.fromEntries(Object.entries({ ...has, ...written }).filter(([, value]) => value !== null));
}
