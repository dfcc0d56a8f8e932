import { Modal, Select, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { answeredWithTag, api } from '../../../api/client.ts';
import { ChangedMeanwhile } from '../../../parts/changed-meanwhile.tsx';
import { showDone } from '../../../parts/show-trouble.ts';
import { TroubleNotice } from '../../../parts/trouble-notice.tsx';
import { useEdit } from '../../../parts/use-edit.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { FormButtons } from '../../catalogue/form-buttons.tsx';
import { productQuery, productsKey, useCatalogueChanged } from '../../catalogue/queries.ts';
import { isSaidOfMapping, MappingFields, type MappingValues, mappingErrors, mappingOf } from './fields.tsx';
import { type PlanMapping, planMappingPath } from './queries.ts';

interface EditMappingProps {
  readonly mapping: PlanMapping;
  readonly onClose: () => void;
}

export function EditMapping({ mapping, onClose }: EditMappingProps) {
  const { workspaceId } = useWorkspace();
  const changed = useCatalogueChanged();
  const { mappingId, product } = mapping;
  const path = { workspaceId, mappingId };
  const form = useForm<MappingValues>({ initialValues: mapping });
  const { data } = useQuery(productQuery(workspaceId, product));
  const plans = data?.value.plans ?? [];
  const plan = plans.find(({ slug }) => slug === form.values.plan) ?? mapping;
  const { current, saving, value, isChangedMeanwhile } = useEdit({
    queryKey: [...productsKey(workspaceId), 'mapping', mappingId],
    read: () => answeredWithTag(api.GET(planMappingPath, { params: { path } })),
    save: (values: MappingValues, tag) =>
      api.PATCH(planMappingPath, {
        params: { path, header: { 'if-match': tag } },
        body: mappingOf(plan.billingModel === 'FlatRate' ? values : { ...values, dimensions: [] }),
      }),
    onSaved: () => {
      onClose();
      void changed();
      showDone('The mapping is changed.');
    },
  });
  const submit = (values: MappingValues) =>
    saving.mutate(values, { onError: (error) => form.setErrors(mappingErrors(error)) });
  return (
    <Modal opened onClose={onClose} title={`Mapping of ${mapping.productName}`} size="lg">
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="md">
          <Select
            label="Plan"
            data={plans.map(({ slug, name }) => ({ value: slug, label: name }))}
            allowDeselect={false}
            {...form.getInputProps('plan')}
          />
          <MappingFields form={form} plan={plan} />
          {current.isError && <TroubleNotice error={current.error} onRetry={() => current.refetch()} />}
          {isChangedMeanwhile && value && (
            <ChangedMeanwhile onTakeTheirs={() => form.setValues(value)}>
              {value.offerId} / {value.planId} leads to {value.planName} now, or something else of the product
              has changed.
            </ChangedMeanwhile>
          )}
          {saving.isError && !isChangedMeanwhile && !isSaidOfMapping(saving.error) && (
            <TroubleNotice error={saving.error} />
          )}
          <FormButtons verb="Save" isBusy={saving.isPending || current.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
