import { concurrently } from '../../async/concurrently.ts';
import { finishYielding } from '../../async/yielding.ts';
import { type CatalogueChange, compareCatalogues } from '../../core/catalogue/changes.ts';
import { asDefined, type CatalogueDefinition, mappingName } from '../../core/catalogue/definition.ts';
import { type CatalogueEdit, proposeCatalogue } from '../../core/catalogue/edit.ts';
import type {
  FulfilmentResponse,
  MarketplaceSubscription,
} from '../../core/marketplace/fulfilment-service.ts';
import type {
  AcceleratorExport,
  ExportedSubscription,
} from '../../core/marketplace/import/accelerator-export.ts';
import { type ImportNote, importOffers } from '../../core/marketplace/import/import-catalogue.ts';
import { type ImportedOffer, mergeOffers } from '../../core/marketplace/import/import-offers.ts';
import {
  decideImport,
  type ImportDecision,
  type ImportOutcome,
  type ImportPlan,
} from '../../core/marketplace/import/import-subscription.ts';
import { isLive } from '../../core/marketplace/notifications/alignment.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import { loadCatalogue } from '../../storage/catalogue/catalogue.ts';
import { loadByMarketplaceIds } from '../../storage/marketplace/known-subscriptions.ts';
import { findMappedPlan } from '../../storage/marketplace/mapped-plans.ts';
import { changeCatalogue } from '../catalogue/change-catalogue.ts';
import type { ActionContext } from '../context.ts';
import { askPatiently } from './ask-patiently.ts';
import { followMarketplace } from './follow-subscription.ts';
import type { MarketplaceSource } from './receive-purchase.ts';
import {
  maxRequests,
  type Survey,
  type SurveyedSubscription,
  surveyMarketplace,
} from './survey-marketplace.ts';

export interface Import extends Survey {
  readonly context: () => ActionContext;
  readonly source: MarketplaceSource;
  /** Null: every subscription of the connection. */
  readonly exported: AcceleratorExport | null;
  /** False: only plans, and changes nothing. */
  readonly applies: boolean;
}

export interface ImportItem extends Omit<ImportDecision, 'outcome'>, Pick<ExportedSubscription, 'contact'> {
  /** As decided, and then as done. */
  readonly outcome: ImportOutcome | 'Added' | 'Changed';
  /** The id at the marketplace. */
  readonly id: string;
  /** The beneficiary's tenant. */
  readonly tenantId: string | null;
  /** Slugs; null if its plan is not mapped. */
  readonly plan: Pick<ImportPlan, 'product' | 'plan'> | null;
}

export interface ImportReport {
  /** The drafts that are added. */
  readonly changes: readonly CatalogueChange[];
  readonly notes: readonly ImportNote[];
  readonly subscriptions: readonly ImportItem[];
  /** Live subscriptions at the marketplace that the export lacks. */
  readonly notExported: number;
  /** Why the marketplace ended the import early; what was done stays. */
  readonly failure: string | null;
}

type Unread = Exclude<FulfilmentResponse<never>, { outcome: 'answered' }>;

/**
 * Imports the subscriptions of an export, or all of a connection: reads them from the marketplace, drafts the plans that
 * are missing from the catalogue, and follows each subscription whose plan is published. Nothing is changed at the
 * marketplace. Each subscription is a transaction, so that a repeated import continues where one ended.
 */
export async function importSubscriptions(options: Import): Promise<ImportReport | Refusal | Unread> {
  const { exported, applies, context } = options;
  const wanted = exported?.subscriptions.map(({ id }) => id) ?? null;
  const surveyed = await surveyMarketplace(options, wanted);
  if (surveyed.outcome !== 'answered') return surveyed;
  const { subscriptions, plans } = surveyed.value;
  const remotes = wanted ? pick(subscriptions, wanted) : subscriptions;
  const sold = [...remotes.values()].flatMap((one) => ('unread' in one || hasEnded(one) ? [] : [one]));
  const drafted = await draftCatalogue(options, mergeOffers(exported?.offers ?? [], plans, sold));
  if (isRefusal(drafted)) return drafted;
  const { catalogue, changes, notes } = drafted;

  const exportedById = new Map(exported?.subscriptions.map((one) => [one.id, one]));
  const decided = await decideAll(options, remotes, exportedById, catalogue, context().now);
  const notExported = [...subscriptions].filter(
    ([id, one]) => !remotes.has(id) && !('unread' in one) && isLive(one),
  ).length;
  const report = { changes, notes, notExported };
  if (!applies) return { ...report, subscriptions: decided, failure: null };
  return { ...report, ...(await followAll(options, decided)) };
}

function pick(all: ReadonlyMap<string, SurveyedSubscription>, ids: readonly string[]) {
  return new Map(
    ids.flatMap((id) => {
      const one = all.get(id);
      return one ? [[id, one] as const] : [];
    }),
  );
}

const hasEnded = ({ status }: MarketplaceSubscription) => status === 'Unsubscribed';

interface DraftedCatalogue {
  readonly catalogue: CatalogueDefinition;
  readonly changes: readonly CatalogueChange[];
  readonly notes: readonly ImportNote[];
}

async function draftCatalogue(
  { context, source, applies }: Import,
  offers: readonly ImportedOffer[],
): Promise<DraftedCatalogue | Refusal> {
  const { workspaceId, sourceName } = source;
  let imported = importOffers({ categories: [], products: [] }, sourceName, []);
  const edit: CatalogueEdit = function* (before) {
    imported = importOffers(before, sourceName, offers);
    return yield* proposeCatalogue(before, imported.catalogue);
  };
  if (applies) {
    const changed = await changeCatalogue(context(), workspaceId, { revision: 'any' }, edit);
    return isRefusal(changed) ? changed : { ...imported, changes: changed.changes };
  }
  const before = asDefined(await loadCatalogue(context().database, workspaceId));
  const after = await finishYielding(edit(before));
  if (isRefusal(after)) return after;
  return { ...imported, changes: await finishYielding(compareCatalogues(before, after)) };
}

async function decideAll(
  { context, source }: Import,
  remotes: ReadonlyMap<string, SurveyedSubscription>,
  exported: ReadonlyMap<string, ExportedSubscription>,
  catalogue: CatalogueDefinition,
  now: Date,
): Promise<readonly ImportItem[]> {
  const ids = [...remotes].map(([id, remote]) => ('unread' in remote ? id : remote.id));
  const locals = await loadLocals(context(), source, ids);
  const plans = planFinder(context(), source, catalogue);
  const items: ImportItem[] = [];
  for (const [id, remote] of remotes) {
    const { contact = null, purchaserTenantId = null } = exported.get(id) ?? {};
    const isRead = !('unread' in remote);
    const plan = isRead ? await plans(remote) : null;
    const local = locals.get(isRead ? remote.id : id) ?? null;
    items.push({
      id,
      ...decideImport({ remote, purchaserTenantId, local, plan }, now),
      tenantId: isRead ? (remote.beneficiary?.tenantId ?? null) : null,
      plan: plan && { product: plan.product, plan: plan.plan },
      contact: contact ?? (isRead ? (remote.beneficiary?.email ?? null) : null),
    });
  }
  return items;
}

/** In batches: a statement has a limit of parameters. */
async function loadLocals(
  { database }: ActionContext,
  { workspaceId }: MarketplaceSource,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Subscription>> {
  const locals = new Map<string, Subscription>();
  const batch = 1_000;
  for (let from = 0; from < ids.length; from += batch) {
    const found = await loadByMarketplaceIds(database, workspaceId, ids.slice(from, from + batch));
    for (const [id, local] of found) locals.set(id, local);
  }
  return locals;
}

/** Finds the plan of a subscription; there are many subscriptions of few plans. */
function planFinder(
  { database }: ActionContext,
  { workspaceId, sourceName }: MarketplaceSource,
  catalogue: CatalogueDefinition,
): (remote: MarketplaceSubscription) => Promise<ImportPlan | null> {
  const found = new Map<string, ImportPlan | null>();
  for (const { slug: product, plans } of catalogue.products) {
    for (const { slug: plan, status, marketplace } of plans) {
      for (const mapping of status === 'Draft' ? marketplace : []) {
        found.set(mappingName(mapping), { product, plan, mapped: null });
      }
    }
  }
  return async ({ offerId, planId }) => {
    const name = mappingName({ sourceName, offerId, planId, dimensions: [] });
    const known = found.get(name);
    if (known !== undefined) return known;
    const mapped = await findMappedPlan(database, { workspaceId, sourceName, offerId, planId });
    const plan = mapped ? { product: mapped.product, plan: mapped.plan, mapped } : null;
    found.set(name, plan);
    return plan;
  };
}

/** Follows what is to be added or changed. An unavailable marketplace ends it. */
async function followAll(
  options: Import,
  decided: readonly ImportItem[],
): Promise<Pick<ImportReport, 'subscriptions' | 'failure'>> {
  const { fulfilment, connection, source, context, pause, progress } = options;
  const results = new Map<string, ImportItem>();
  const waiting = decided.filter(({ outcome }) => outcome === 'Add' || outcome === 'Change');
  let failure: string | null = null;
  let done = 0;
  await concurrently(maxRequests, waiting, async (item) => {
    if (failure !== null) return;
    const following = {
      fulfilment,
      connection,
      source,
      marketplaceSubscriptionId: item.id,
      reason: 'import',
    };
    const followed = await askPatiently(() => followMarketplace(context, following), pause);
    if (followed.outcome === 'unavailable') {
      failure ??= `${followed.reason} ${done} of ${waiting.length} subscriptions are done.`;
      return;
    }
    const refusal =
      followed.outcome === 'refused' ? 'The marketplace no longer knows it.' : refusalOf(followed.aligned);
    const outcome = item.outcome === 'Add' ? 'Added' : 'Changed';
    results.set(
      item.id,
      refusal === null ? { ...item, outcome } : { ...item, outcome: 'Refused', reason: refusal },
    );
    done += 1;
    progress('Subscriptions followed', done, waiting.length);
  });
  return { subscriptions: decided.map((item) => results.get(item.id) ?? item), failure };
}

type Aligned = Extract<Awaited<ReturnType<typeof followMarketplace>>, { outcome: 'followed' }>['aligned'];

function refusalOf(aligned: Aligned): string | null {
  if (isRefusal(aligned)) return aligned.detail;
  return aligned.isBehind
    ? 'A confirmed change is not shown by the marketplace yet: import again later.'
    : null;
}
