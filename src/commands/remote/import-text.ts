import type { LicenceModel } from '../../core/catalogue/catalogue.ts';
import { printable } from '../terminal.ts';
import type { CatalogueChange } from './catalogue-text.ts';

/** A row as the admin API has it. */
export interface ImportedRow {
  readonly id: string;
  readonly outcome: keyof typeof phrases;
  readonly reason: string | null;
  readonly contact: string | null;
  readonly plan: { readonly product: string; readonly plan: string } | null;
}

export interface ImportReport {
  readonly changes: readonly CatalogueChange[];
  readonly notes: readonly {
    readonly offerId: string;
    readonly planId: string | null;
    readonly note: string;
  }[];
  readonly subscriptions: readonly ImportedRow[];
  readonly notExported: number;
}

const phrases = {
  Add: 'to add',
  Added: 'added',
  Change: 'to change',
  Changed: 'changed',
  Same: 'up to date',
  AwaitsPublishing: 'of draft plans, to add when those are published',
  NotActivated: 'not activated by their buyer yet',
  Ended: 'ended at the marketplace',
  Outdated: 'changed since the plan: run the command again',
  Refused: 'refused',
} as const;
const maxRefused = 20;

/** The report of an import as text; every line of a list is bounded. */
export function importText(report: ImportReport, hasExport: boolean): string {
  const { changes, notes, subscriptions, notExported } = report;
  const where = hasExport ? 'in the export' : 'at the marketplace';
  return [
    `Catalogue: ${changes.length === 0 ? 'nothing to add' : `${changes.length} additions, all of drafts`}.`,
    ...changes.map((change) => printable(`  + ${additionText(change)}`)),
    ...notes.map(({ offerId, planId, note }) =>
      printable(`  Note on the offer ${offerId}${planId === null ? '' : `, plan ${planId}`}: ${note}.`),
    ),
    `Subscriptions: ${subscriptions.length} ${where}.`,
    ...countLines(subscriptions),
    ...refusedLines(subscriptions),
    ...(notExported > 0
      ? [
          `${notExported} more are live at the marketplace, but not in the export: import marketplace adds them.`,
        ]
      : []),
  ].join('\n');
}

/** `plan forum/basic "Basic", for the whole tenant` */
function additionText({ action, subject, after }: CatalogueChange): string {
  const kind = action.split('.', 1)[0];
  const { name, licenceModel, offerId, planId, dimensions } = (after ?? {}) as Readonly<
    Record<string, unknown>
  >;
  if (kind !== 'plan_mapping') {
    return `${kind} ${subject.id} "${name}"${licenceModel === undefined ? '' : `, ${licenceTexts[licenceModel as LicenceModel]}`}`;
  }
  const ids = (dimensions as readonly { readonly id: string }[]).map(({ id }) => id).join(', ');
  return `mapping of ${subject.id} to the offer ${offerId}, plan ${planId}${ids && `; dimensions ${ids}`}`;
}

const licenceTexts: Readonly<Record<LicenceModel, string>> = {
  TenantWide: 'for the whole tenant',
  Seats: 'with seats',
  IdpManaged: 'with licences of the identity provider',
};

function countLines(subscriptions: readonly ImportedRow[]): readonly string[] {
  return (Object.keys(phrases) as ImportedRow['outcome'][]).flatMap((outcome) => {
    const items = subscriptions.filter((item) => item.outcome === outcome);
    if (items.length === 0) return [];
    const plans = [...new Set(items.flatMap(({ plan }) => (plan ? `${plan.product}/${plan.plan}` : [])))];
    const named = outcome === 'AwaitsPublishing' ? `: ${plans.sort().join(', ')}` : '';
    return [`${String(items.length).padStart(8)} ${phrases[outcome]}${named}`];
  });
}

function refusedLines(subscriptions: readonly ImportedRow[]): readonly string[] {
  const refused = subscriptions.filter(({ outcome }) => outcome === 'Refused');
  const shown = refused.slice(0, maxRefused).map(({ id, contact, reason }) => {
    const whose = contact === null ? '' : ` (${contact})`;
    return printable(`  ${id}${whose}: ${reason}`);
  });
  const more = refused.length - shown.length;
  return more > 0 ? [...shown, `  and ${more} more; --json lists all.`] : shown;
}
