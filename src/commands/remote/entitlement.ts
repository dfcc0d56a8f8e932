import { labelledKey, limitText, type ProductLabels } from '../../core/catalogue/labels.ts';
import type { Call } from '../call.ts';
import { facts, print, printable, printJson, tableLines } from '../terminal.ts';
import { Service } from './service.ts';
import { readTenantId, readTime } from './typed-values.ts';

/** As the admin API has it; `--json` prints all of it. */
interface Entitlement {
  readonly tenantId: string;
  readonly product: { readonly slug: string; readonly name: string };
  readonly status: string;
  readonly accessLevel: string;
  readonly plans: readonly { readonly slug: string; readonly name: string }[];
  readonly validUntil: string | null;
  readonly capabilities: Readonly<Record<string, boolean>>;
  readonly limits: Readonly<Record<string, number>>;
  readonly version: number;
  readonly evaluatedAt: string;
  readonly explanation?: {
    readonly decidedBy: string | null;
    readonly subscriptions: readonly {
      readonly subscriptionId: string;
      readonly plan: string;
      readonly source: string;
      readonly words: string;
    }[];
    readonly capabilities: Readonly<Record<string, readonly string[]>>;
    readonly limits: Readonly<Record<string, readonly string[]>>;
  };
}

/** `entitlement <tenant> <product>` */
export async function entitlement(call: Call): Promise<number> {
  const tenantId = readTenantId('<tenant>', call.text('tenant'));
  const asOf = readTime('--as-of', call.optional('as-of'));
  const service = await Service.open(call);
  const { explanation, ...answer } = await service.read<Entitlement>(`/tenants/${tenantId}/entitlements`, {
    query: { product: call.text('product'), asOf },
  });
  if (call.has('json')) {
    printJson(call.has('explain') ? { ...answer, explanation } : answer);
    return 0;
  }
  const path = `/products/${encodeURIComponent(answer.product.slug)}`;
  const { labels } = await service.read<{ readonly labels?: ProductLabels }>(path);
  const named: Named = (kind, key) => labelledKey(key, labels?.[kind][key]);
  const capability = (key: string) => named('capabilities', key);
  const keys = Object.keys(answer.capabilities);
  const on = keys.filter((key) => answer.capabilities[key]).map(capability);
  const off = keys.filter((key) => !answer.capabilities[key]).map(capability);
  const limits = Object.entries(answer.limits).map(
    ([key, value]) => `${named('limits', key)} ${limitText(value, labels?.limits[key])}`,
  );
  print(
    facts([
      ['Tenant', answer.tenantId],
      ['Product', `${answer.product.name} (${answer.product.slug})`],
      ['Status', answer.status],
      ['Access', answer.accessLevel],
      ['Plans', answer.plans.map(({ slug, name }) => `${name} (${slug})`).join('; ') || null],
      ['Valid until', answer.validUntil],
      ['Capabilities', on.join(', ') || null],
      ['Not included', off.join(', ') || null],
      ['Limits', limits.join(', ') || null],
      ['Version', answer.version],
      ['Evaluated at', answer.evaluatedAt],
    ]),
  );
  if (call.has('explain') && explanation) explain(explanation, named);
  return 0;
}

type Named = (kind: 'capabilities' | 'limits', key: string) => string;

function explain(explanation: NonNullable<Entitlement['explanation']>, named: Named): void {
  const { decidedBy, subscriptions } = explanation;
  if (subscriptions.length === 0) {
    print('\nThe tenant has no subscription to the product.');
    return;
  }
  print('\nExplanation:');
  for (const { subscriptionId, plan, source, words } of subscriptions) {
    const mark = subscriptionId === decidedBy ? '*' : ' ';
    print(`${mark} ${subscriptionId}  ${printable(`${plan}, from ${source}`)}`);
    print(`    ${printable(words)}`);
  }
  if (decidedBy !== null) print('* decides the status.');
  for (const [kind, title] of [
    ['capabilities', 'Capability'],
    ['limits', 'Limit'],
  ] as const) {
    const granted = Object.entries(explanation[kind]);
    if (granted.length === 0) continue;
    const rows = granted.map(([key, plans]) => [named(kind, key), plans.join(', ') || 'no plan']);
    print('');
    for (const line of tableLines([title, 'Granted by'], rows, ['Granted by'])) print(line);
  }
}
