import { finishYielding, forEachYielding } from '../../async/yielding.ts';
import { type CatalogueChange, compareCatalogues } from '../../core/catalogue/changes.ts';
import { asDefined, type CatalogueDefinition, mappingName } from '../../core/catalogue/definition.ts';
import { type CatalogueEdit, proposeCatalogue } from '../../core/catalogue/edit.ts';
import type { MarketplaceSource } from '../../core/marketplace/connections/connection.ts';
import type {
  MarketplaceStatus,
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
  type ImportFacts,
  type ImportPlan,
  importWarnings,
} from '../../core/marketplace/import/import-subscription.ts';
import { isLive } from '../../core/marketplace/notifications/alignment.ts';
import type { MarketplaceFailure } from '../../core/marketplace/ports.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import { fingerprintOf } from '../../secrets/hash.ts';
import { loadCatalogue } from '../../storage/catalogue/catalogue.ts';
import { loadByMarketplaceIds } from '../../storage/marketplace/known-subscriptions.ts';
import { findMappedPlan } from '../../storage/marketplace/mapped-plans.ts';
import type { ActionContext } from '../context.ts';
import { type Survey, type SurveyedSubscription, surveyMarketplace } from './survey-marketplace.ts';

export interface Import extends Survey {
  readonly context: () => ActionContext;
  readonly source: MarketplaceSource;
  /** Null: every subscription of the connection. */
  readonly exported: AcceleratorExport | null;
}

export interface ImportItem extends ImportDecision {
  /** The id at the marketplace. */
  readonly id: string;
  /** The beneficiary's tenant. */
  readonly tenantId: string | null;
  readonly contact: string | null;
  /** At the marketplace; null if it cannot be read. */
  readonly offerId: string | null;
  readonly planId: string | null;
  readonly status: MarketplaceStatus | null;
  readonly quantity: number | null;
  /** Slugs; null if its plan is not mapped. */
  readonly plan: Pick<ImportPlan, 'product' | 'plan'> | null;
  /** Ours; null: there is none. */
  readonly subscriptionId: string | null;
  readonly warnings: readonly string[];
  /** Of everything that the decision depends on. */
  readonly fingerprint: string;
}

export interface PlannedImport {
  /** The drafts that are added. */
  readonly changes: readonly CatalogueChange[];
  /** Of the drafts. */
  readonly fingerprint: string;
  readonly notes: readonly ImportNote[];
  readonly subscriptions: readonly ImportItem[];
  /** Live subscriptions at the marketplace that the export lacks. */
  readonly notExported: number;
}

/**
 * Plans the import of an export's subscriptions, or of all of a connection: reads them from the marketplace, and decides
 * about each, and about the plans that the catalogue lacks. Changes nothing.
 */
export async function planImport(options: Import): Promise<PlannedImport | Refusal> {
  const { context, source, exported } = options;
  const surveyed = await surveyImport(options);
  if (isRefusal(surveyed)) return surveyed;
  const { remotes, offers, notExported } = surveyed;
  const drafts = draftOffers(source, offers);
  const before = asDefined(await loadCatalogue(context().database, source.workspaceId));
  const after = await finishYielding(drafts.edit(before));
  if (isRefusal(after)) return after;
  const changes = await finishYielding(compareCatalogues(before, after));
  const exportedById = new Map(exported?.subscriptions.map((one) => [one.id, one]));
  const subscriptions = await decideAll(options, remotes, exportedById, after);
  return { changes, fingerprint: fingerprintOf(changes), notes: drafts.notes(), subscriptions, notExported };
}

interface SurveyedImport {
  /** By lower-case id. */
  readonly remotes: ReadonlyMap<string, SurveyedSubscription>;
  readonly offers: readonly ImportedOffer[];
  readonly notExported: number;
}

export async function surveyImport(options: Import): Promise<SurveyedImport | Refusal> {
  const { exported } = options;
  const wanted = exported?.subscriptions.map(({ id }) => id) ?? null;
  const surveyed = await surveyMarketplace(options, wanted);
  if (surveyed.outcome === 'unavailable') return unavailable(surveyed);
  if (surveyed.outcome === 'refused') return unavailable({ ...surveyed, retryAfterSeconds: null });
  const { subscriptions, plans } = surveyed.value;
  const remotes = wanted ? pick(subscriptions, wanted) : subscriptions;
  const sold = [...remotes.values()].flatMap((one) => ('unread' in one || hasEnded(one) ? [] : [one]));
  const notExported = [...subscriptions].filter(
    ([id, one]) => !remotes.has(id) && !('unread' in one) && isLive(one),
  ).length;
  return { remotes, offers: mergeOffers(exported?.offers ?? [], plans, sold), notExported };
}

function unavailable(failure: Pick<MarketplaceFailure, 'reason' | 'retryAfterSeconds'>): Refusal {
  const { reason, retryAfterSeconds } = failure;
  const args = retryAfterSeconds === null ? {} : { retryAfterSeconds };
  return refuse('service.unavailable', args, `The marketplace cannot be read: ${reason}`);
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

/** The edit that drafts what is missing, and its notes once it is done. */
export function draftOffers({ sourceName }: MarketplaceSource, offers: readonly ImportedOffer[]) {
  let notes: readonly ImportNote[] = [];
  const edit: CatalogueEdit = function* (before) {
    const imported = importOffers(before, sourceName, offers);
    notes = imported.notes;
    return yield* proposeCatalogue(before, imported.catalogue);
  };
  return { edit, notes: () => notes };
}

async function decideAll(
  { context, source }: Import,
  remotes: ReadonlyMap<string, SurveyedSubscription>,
  exported: ReadonlyMap<string, ExportedSubscription>,
  catalogue: CatalogueDefinition,
): Promise<readonly ImportItem[]> {
  const { now } = context();
  const ids = [...remotes].map(([id, remote]) => ('unread' in remote ? id : remote.id));
  const locals = await loadLocals(context(), source, ids);
  const plans = await findPlans(context(), source, remotes.values(), catalogue);
  const items: ImportItem[] = [];
  await forEachYielding(remotes, ([id, remote]) => {
    const isRead = !('unread' in remote);
    const plan = isRead ? (plans.get(nameOf(source, remote)) ?? null) : null;
    const local = locals.get(isRead ? remote.id : id) ?? null;
    items.push(itemOf(id, { remote, purchaserTenantId: null, local, plan }, exported.get(id), now));
  });
  return items;
}

/** The row of a subscription, as decided now. */
export function itemOf(
  id: string,
  facts: ImportFacts,
  exported: ExportedSubscription | undefined,
  now: Date,
): ImportItem {
  const { remote, local, plan } = facts;
  const purchaserTenantId = exported?.purchaserTenantId ?? null;
  const decision = decideImport({ ...facts, purchaserTenantId }, now);
  const read = 'unread' in remote ? null : remote;
  const shown = {
    id,
    ...decision,
    tenantId: read?.beneficiary?.tenantId ?? null,
    offerId: read?.offerId ?? null,
    planId: read?.planId ?? null,
    status: read?.status ?? null,
    quantity: read?.quantity ?? null,
    plan: plan && { product: plan.product, plan: plan.plan },
    subscriptionId: local?.subscriptionId ?? null,
  };
  return {
    ...shown,
    contact: exported?.contact ?? read?.beneficiary?.email ?? null,
    warnings: exported ? importWarnings(remote, exported) : [],
    fingerprint: fingerprintOf({ ...shown, payer: read?.purchaser?.tenantId ?? null }),
  };
}

/** In batches: a statement has a limit of parameters. */
export async function loadLocals(
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

const nameOf = ({ sourceName }: MarketplaceSource, { offerId, planId }: MarketplaceSubscription) =>
  mappingName({ sourceName, offerId, planId, dimensions: [] });

/** The plan of each subscription, by the name of its mapping; there are many subscriptions of few plans. */
async function findPlans(
  { database }: ActionContext,
  source: MarketplaceSource,
  remotes: Iterable<SurveyedSubscription>,
  { products }: CatalogueDefinition,
): Promise<ReadonlyMap<string, ImportPlan | null>> {
  const found = new Map<string, ImportPlan | null>();
  for (const { slug: product, plans } of products) {
    for (const { slug: plan, status, marketplace } of plans) {
      for (const mapping of status === 'Draft' ? marketplace : []) {
        found.set(mappingName(mapping), { product, plan, mapped: null });
      }
    }
  }
  for (const remote of remotes) {
    if ('unread' in remote || found.has(nameOf(source, remote))) continue;
    found.set(nameOf(source, remote), await findPublishedPlan(database, source, remote));
  }
  return found;
}

export async function findPublishedPlan(
  database: ActionContext['database'],
  source: MarketplaceSource,
  { offerId, planId }: MarketplaceSubscription,
): Promise<ImportPlan | null> {
  const mapped = await findMappedPlan(database, { ...source, offerId, planId });
  return mapped ? { product: mapped.product, plan: mapped.plan, mapped } : null;
}
