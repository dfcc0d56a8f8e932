import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { Tagged } from '../../../api/client.ts';
import { FormDialog, nextStep } from '../../../parts/form/form-dialog.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { type PlanSettings, productChanges } from '../changes.ts';
import { PreviewChange } from '../impact/preview-change.tsx';
import type { Plan, Product } from '../queries.ts';
import { PlanFields, type PlanValues, planSettingsOf } from './fields.tsx';

interface EditPlanProps {
  readonly product: Tagged<Product>;
  readonly plan: Plan;
  readonly onClose: () => void;
}

/** Name, licences and billing of a plan; saved after a preview. */
export function EditPlan({ product, plan, onClose }: EditPlanProps) {
  const { workspaceId } = useWorkspace();
  const [wanted, setWanted] = useState<PlanSettings>();
  const form = useForm<PlanValues>({
    initialValues: { ...plan, serviceIdentifier: plan.serviceIdentifier ?? '' },
    validate: { name: (name) => (name.trim() === '' ? 'A plan needs a name' : null) },
  });
  if (wanted) {
    const { changePlan } = productChanges(workspaceId, product.value);
    return <PreviewChange product={product} change={changePlan(plan, wanted)} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={`Edit ${plan.name}`}
      submit="Preview changes"
      form={form}
      mutation={nextStep((values: PlanValues) => setWanted(planSettingsOf(values)))}
      onClose={onClose}
    >
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <PlanFields form={form} product={product.value} />
    </FormDialog>
  );
}
