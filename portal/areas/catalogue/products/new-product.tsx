import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '../../../api/api-error.ts';
import { api, dataWithTag } from '../../../api/client.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { NameAndSlug } from '../name-and-slug.tsx';
import { FirstCapabilities } from '../plans/first-capabilities.tsx';
import { capabilityErrors, isBlank, type NewCapability, noCapability } from '../plans/new-capability.ts';
import { useCatalogueChanged } from '../queries.ts';
import { slugFrom } from '../slug-from.ts';
import { ProductFields, type ProductValues, settingsOf } from './fields.tsx';

interface NewProductValues extends ProductValues {
  /** The name of the first plan; empty: none yet. */
  plan: string;
  capabilities: NewCapability[];
  publish: boolean;
}

/** A product with its first plan, published by default: nobody has bought it. */
export function NewProduct({ onClose }: { readonly onClose: () => void }) {
  const { workspaceId, slug: workspace } = useWorkspace();
  const navigate = useNavigate();
  const changed = useCatalogueChanged();
  const form = useForm<NewProductValues>({
    initialValues: {
      name: '',
      slug: '',
      types: ['WebApp'],
      categories: [],
      applicationUrl: '',
      supportContact: '',
      accentColour: '',
      plan: 'Standard',
      capabilities: [noCapability],
      publish: true,
    },
    validate: { capabilities: capabilityErrors },
  });
  const hasPlan = form.values.plan.trim() !== '';
  const making = useMutation({
    mutationFn: (values: NewProductValues) =>
      atPlan(
        dataWithTag(
          api.POST('/api/admin/v1/workspaces/{workspaceId}/products', {
            params: { path: { workspaceId } },
            body: { slug: values.slug, ...settingsOf(values), ...(hasPlan && planOf(values)) },
          }),
        ),
      ),
    onSuccess: (made) => {
      void changed(made);
      void navigate({
        to: '/$workspace/products/$product',
        params: { workspace, product: made.value.slug },
      });
    },
  });
  return (
    <FormDialog
      title="New product"
      submit={hasPlan && form.values.publish ? 'Create and publish' : 'Create draft'}
      form={form}
      mutation={making}
      onClose={onClose}
    >
      <NameAndSlug
        values={form.values}
        errors={form.errors}
        onChange={(values) => form.setValues(values)}
        description="Applications identify the product by it"
      />
      <TextInput
        label="First plan"
        description="Customers buy plans. Other plans and limits follow on the page of the product; empty: no plan yet."
        {...form.getInputProps('plan')}
      />
      {hasPlan && (
        <>
          <FirstCapabilities
            capabilities={form.values.capabilities}
            errors={form.errors}
            onChange={(capabilities) => form.setValues({ capabilities })}
          />
          <Checkbox
            label="Publish the plan and the product"
            description="Applications read them and customers can buy the plan. Both can still change."
            {...form.getInputProps('publish', { type: 'checkbox' })}
          />
        </>
      )}
      <ProductFields form={form} />
    </FormDialog>
  );
}

/** Sold to whole tenants at a flat rate, which can be metered, until somebody edits it. */
function planOf({ plan, capabilities, publish }: NewProductValues) {
  const named = capabilities.filter((capability) => !isBlank(capability));
  return {
    plan: {
      slug: slugFrom(plan),
      name: plan.trim(),
      licenceModel: 'TenantWide' as const,
      billingModel: 'FlatRate' as const,
      capabilities: Object.fromEntries(named.map(({ key }) => [key, true])),
      publish,
    },
    labels: { capabilities: Object.fromEntries(named.map(({ key, name }) => [key, { name: name.trim() }])) },
  };
}

/** The API reports errors of the plan at its members; the form has one field for it. */
async function atPlan<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const issues = error.issues.map((issue) =>
      /^plans?\b/.test(issue.path) ? { ...issue, path: 'plan' } : issue,
    );
    throw new ApiError({ ...error, title: error.title, issues });
  }
}
