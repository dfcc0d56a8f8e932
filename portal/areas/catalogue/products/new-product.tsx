import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '../../../api/api-error.ts';
import { api, dataWithTag } from '../../../api/client.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { NameAndSlug } from '../name-and-slug.tsx';
import { useCatalogueChanged } from '../queries.ts';
import { slugFrom } from '../slug-from.ts';
import { ProductFields, type ProductValues, settingsOf } from './fields.tsx';

interface NewProductValues extends ProductValues {
  /** The name of the first plan; empty: none yet. */
  plan: string;
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
      publish: true,
    },
  });
  const hasPlan = form.values.plan.trim() !== '';
  const making = useMutation({
    mutationFn: (values: NewProductValues) =>
      atPlan(
        dataWithTag(
          api.POST('/api/admin/v1/workspaces/{workspaceId}/products', {
            params: { path: { workspaceId } },
            body: { slug: values.slug, ...settingsOf(values), ...(hasPlan && { plan: planOf(values) }) },
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
        description="Customers buy plans. Others, their capabilities and limits follow on the page of the product; empty: no plan yet."
        autoComplete="off"
        {...form.getInputProps('plan')}
      />
      {hasPlan && (
        <Checkbox
          label="Publish the plan and the product"
          description="Applications read them and customers can buy the plan. Both can still change."
          {...form.getInputProps('publish', { type: 'checkbox' })}
        />
      )}
      <ProductFields form={form} />
    </FormDialog>
  );
}

/** Sold to whole tenants at a flat rate, which can be metered, until somebody edits it. */
const planOf = ({ plan, publish }: NewProductValues) => ({
  slug: slugFrom(plan),
  name: plan.trim(),
  licenceModel: 'TenantWide' as const,
  billingModel: 'FlatRate' as const,
  publish,
});

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
