import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, dataWithTag } from '../../../api/client.ts';
import { marketplacesQuery } from '../../../api/marketplaces.ts';
import { EditDialog } from '../../../parts/form/edit-dialog.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { productQuery, productsKey, useCatalogueChanged } from '../../catalogue/queries.ts';
import { atFields, MappingFields, mappingOf } from './fields.tsx';
import { type MappingValues, type PlanMapping, planMappingPath } from './queries.ts';

interface EditMappingProps {
  readonly mapping: PlanMapping;
  readonly onClose: () => void;
}

export function EditMapping({ mapping, onClose }: EditMappingProps) {
  const { workspaceId } = useWorkspace();
  const changed = useCatalogueChanged();
  const { mappingId, product } = mapping;
  const path = { workspaceId, mappingId };
  const { data } = useQuery(productQuery(workspaceId, product));
  const marketplaces = useQuery(marketplacesQuery(workspaceId));
  const plans = data?.value.plans ?? [];
  const planOf = (values: MappingValues) => plans.find(({ slug }) => slug === values.plan) ?? mapping;
  return (
    <EditDialog
      title={`Mapping of ${mapping.productName}`}
      size="lg"
      queryKey={[...productsKey(workspaceId), 'mapping', mappingId]}
      read={() => dataWithTag(api.GET(planMappingPath, { params: { path } }))}
      valuesOf={(value): MappingValues => value}
      changeOf={(values) => mappingOf(values, planOf(values).billingModel)}
      save={(body, tag) =>
        atFields(api.PATCH(planMappingPath, { params: { path, header: { 'if-match': tag } }, body }))
      }
      onSaved={() => {
        void changed();
        showDone('Mapping saved.');
      }}
      describe={({ offerId, planId, planName }) =>
        `${offerId} / ${planId} is now mapped to ${planName}, or another part of the product has changed.`
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <Select
            label="Plan"
            data={plans.map(({ slug, name }) => ({ value: slug, label: name }))}
            allowDeselect={false}
            {...form.getInputProps('plan')}
          />
          <MappingFields form={form} plan={planOf(form.values)} marketplaces={marketplaces.data ?? []} />
        </>
      )}
    </EditDialog>
  );
}
