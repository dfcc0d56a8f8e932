import { useQuery } from '@tanstack/react-query';
import { productNamesQuery } from '../../../api/product-names.ts';
import { ChosenFilter } from '../../../parts/list/chosen-filter.tsx';
import { CustomerFilter } from '../../../parts/list/customer-filter.tsx';
import { FilterSelect } from '../../../parts/list/filter-select.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { PeriodFilter } from '../../../parts/list/period-filter.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { actionLabels, objectLabel } from './labels.ts';
import { type AuditEntry, type AuditSearchName, actorsQuery, auditedProductQuery } from './queries.ts';

const actions = Object.entries(actionLabels).map(([value, label]) => ({ value, label }));

/** The filters of the audit log, each chosen by name. `entries` name what a link has chosen. */
export function AuditFilters({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { workspaceId } = useWorkspace();
  const { search, filter } = useListAddress<AuditSearchName>();
  const { product, plan, tenantId, actorId, action, period, from, until } = search;
  const products = useQuery(productNamesQuery(workspaceId)).data ?? [];
  const plans = useQuery({
    ...auditedProductQuery(workspaceId, product ?? ''),
    enabled: product !== undefined,
  }).data?.plans;
  return (
    <>
      <FilterSelect
        label="Product"
        any="Any product"
        choices={withChosen(
          products.map(({ slug, name }) => ({ value: slug, label: name })),
          product,
        )}
        value={product}
        onChange={(chosen) => filter({ product: chosen, plan: undefined })}
      />
      {product && (
        <FilterSelect
          label="Plan"
          any="Any plan"
          width="16rem"
          choices={withChosen(
            (plans ?? []).map(({ slug, name }) => ({ value: slug, label: name })),
            plan,
          )}
          value={plan}
          onChange={(chosen) => filter({ plan: chosen })}
        />
      )}
      <CustomerFilter value={tenantId} onChange={(chosen) => filter({ tenantId: chosen })} />
      <ActorFilter entries={entries} value={actorId} onChange={(chosen) => filter({ actorId: chosen })} />
      <FilterSelect
        label="Action"
        any="Any action"
        width="14rem"
        choices={actions}
        value={action}
        onChange={(chosen) => filter({ action: chosen })}
      />
      <PeriodFilter value={{ period, from, until }} onChange={filter} />
      <LinkedObject entries={entries} />
    </>
  );
}

interface ActorFilterProps {
  readonly entries: readonly AuditEntry[];
  readonly value: string | undefined;
  readonly onChange: (actorId: string | undefined) => void;
}

function ActorFilter({ entries, value, onChange }: ActorFilterProps) {
  const { workspaceId } = useWorkspace();
  const actors = useQuery(actorsQuery(workspaceId)).data ?? [];
  const shown = entries.find(({ actor }) => actor.id === value)?.actor.name;
  return (
    <FilterSelect
      label="Person"
      any="Anybody"
      width="12rem"
      choices={withChosen(actors, value, shown)}
      value={value}
      onChange={onChange}
    />
  );
}

/** The object whose history a link has asked for. */
function LinkedObject({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { search, filter } = useListAddress<AuditSearchName>();
  const id = search.subscriptionId ?? search.apiClientId ?? search.subjectId;
  if (id === undefined) return null;
  const named = entries
    .flatMap(({ subject, related }) => [subject, ...related])
    .find((object) => object.id === id);
  const none = {
    subscriptionId: undefined,
    apiClientId: undefined,
    subjectId: undefined,
    subjectKind: undefined,
  };
  return (
    <ChosenFilter onRemove={() => filter(none)}>{`Only ${named ? objectLabel(named) : id}`}</ChosenFilter>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A choice that is no longer offered keeps its place. */
function withChosen(
  choices: readonly Choice[],
  chosen: string | undefined,
  name = chosen,
): readonly Choice[] {
  return chosen === undefined || choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, label: name ?? chosen }];
}
