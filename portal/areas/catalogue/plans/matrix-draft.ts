import type { Plan, Product } from '../queries.ts';

type Kind = 'capabilities' | 'limits';
export type Value = boolean | number | null;

/** Unsaved values of the matrix by plan; null removes the name from the plan. */
export type MatrixDraft = Readonly<
  Record<string, Readonly<Partial<Record<Kind, Readonly<Record<string, Value>>>>>>
>;

/** The value of a plan with unsaved edits; null: not set. */
export function valueIn(plan: Plan, draft: MatrixDraft, kind: Kind, name: string): Value {
  const written = draft[plan.slug]?.[kind]?.[name];
  return written === undefined ? (plan[kind][name] ?? null) : written;
}

export const isWritten = (plan: Plan, draft: MatrixDraft, kind: Kind, name: string): boolean =>
  draft[plan.slug]?.[kind]?.[name] !== undefined;

/** Edits a value; the saved value removes the edit. */
export function write(draft: MatrixDraft, plan: Plan, kind: Kind, name: string, value: Value): MatrixDraft {
  const { [name]: _, ...rest } = draft[plan.slug]?.[kind] ?? {};
  const had = plan[kind][name] ?? null;
  // A capability that a plan does not name is off.
  const isSame = value === had || (value === false && had === null);
  const values = isSame ? rest : { ...rest, [name]: value };
  return { ...draft, [plan.slug]: { ...draft[plan.slug], [kind]: values } };
}

/** Removes a name from every plan. */
export function withoutName(draft: MatrixDraft, product: Product, kind: Kind, name: string): MatrixDraft {
  return product.plans.reduce((written, plan) => write(written, plan, kind, name, null), draft);
}

/** Counts the edited values and plans. */
export function countWritten(draft: MatrixDraft): { readonly values: number; readonly plans: number } {
  const counts = Object.values(draft)
    .map(
      ({ capabilities = {}, limits = {} }) => Object.keys(capabilities).length + Object.keys(limits).length,
    )
    .filter((count) => count > 0);
  return { values: counts.reduce((sum, count) => sum + count, 0), plans: counts.length };
}

/** The request body: whole maps of the edited plans that still exist. */
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
