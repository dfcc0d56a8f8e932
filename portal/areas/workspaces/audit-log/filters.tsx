import { useQuery } from '@tanstack/react-query';
import { ChosenFilter } from '../../../parts/list/chosen-filter.tsx';
import { CustomerFilter } from '../../../parts/list/customer-filter.tsx';
import { FilterSelect, withChosen } from '../../../parts/list/filter-select.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { PeriodFilter } from '../../../parts/list/period-filter.tsx';
import { PlanFilters } from '../../../parts/list/product-filter.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { actionLabels, objectLabel } from './labels.ts';
import { type AuditEntry, type AuditSearchName, actorsQuery } from './queries.ts';

const actions = Object.entries(actionLabels).map(([value, label]) => ({ value, label }));

/** The filters of the audit log, each chosen by name. `entries` name what a link has chosen. */
export function AuditFilters({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { bind } = useListAddress<AuditSearchName>();
  return (
    <>
      <PlanFilters />
      <CustomerFilter {...bind('tenantId')} />
      <ActorFilter entries={entries} />
      <FilterSelect label="Action" any="Any action" width="14rem" choices={actions} {...bind('action')} />
      <PeriodFilter />
      <LinkedObject entries={entries} />
    </>
  );
}

function ActorFilter({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { workspaceId } = useWorkspace();
  const { search, bind } = useListAddress<AuditSearchName>();
  const actors = useQuery(actorsQuery(workspaceId)).data ?? [];
  const name = entries.find(({ actor }) => actor.id === search.actorId)?.actor.name;
  return (
    <FilterSelect
      label="Person"
      any="Anybody"
      width="12rem"
      choices={withChosen(actors, search.actorId, name)}
      {...bind('actorId')}
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
