import { Checkbox, Select, Text, Textarea, TextInput } from '@mantine/core';
import { ApiError } from '../../../api/api-error.ts';
import { api, dataWithTag } from '../../../api/client.ts';
import { EditDialog } from '../../../parts/form/edit-dialog.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { productPath, productsKey, useCatalogueChanged } from '../queries.ts';
import { type LabelKind, labelName } from './label-texts.ts';

interface EditLabelProps {
  readonly product: string;
  readonly kind: LabelKind;
  /** The name that plans and applications use. */
  readonly of: string;
  readonly onClose: () => void;
}

interface Values {
  readonly name: string;
  readonly description: string;
  readonly isVisible: boolean;
  readonly unit: string;
  readonly absentMeans: 'None' | 'Unlimited' | null;
}

const absentChoices = [
  { value: 'None', label: 'None: it may not be used' },
  { value: 'Unlimited', label: 'Unlimited' },
];

/** How a capability or limit is shown. Applications go on using its key. */
export function EditLabel({ product, kind, of, onClose }: EditLabelProps) {
  const { workspaceId } = useWorkspace();
  const changed = useCatalogueChanged();
  const path = { workspaceId, product };
  const isLimit = kind === 'limits';
  return (
    <EditDialog
      title={`Display of ${of}`}
      queryKey={[...productsKey(workspaceId), 'label', product, kind, of]}
      read={() => dataWithTag(api.GET(productPath, { params: { path } }))}
      valuesOf={({ labels }): Values => {
        const { name, description, isHidden = false } = labels[kind][of] ?? {};
        const { unit, absentMeans } = labels.limits[of] ?? {};
        return {
          name: name ?? '',
          description: description ?? '',
          isVisible: !isHidden,
          unit: unit ?? '',
          absentMeans: absentMeans ?? null,
        };
      }}
      changeOf={({ name, description, isVisible, unit, absentMeans }) => {
        const label = { name: textOf(name), description: textOf(description), isHidden: !isVisible };
        return isLimit
          ? { labels: { limits: { [of]: { ...label, unit: textOf(unit), absentMeans } } } }
          : { labels: { capabilities: { [of]: label } } };
      }}
      save={(body, tag) =>
        atFields(
          `labels.${kind}.${of}.`,
          api.PATCH(productPath, { params: { path, header: { 'if-match': tag } }, body }),
        )
      }
      onSaved={() => {
        void changed();
        showDone(`Display of ${of} saved.`);
      }}
      describe={({ labels }) =>
        `It is now shown as ${labelName(labels, kind, of)}, or another part of the product has changed.`
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">
            Applications use the key <code>{of}</code>, which stays. These texts are for people: in the
            portal, on the customer’s page, and in the catalogue of the API.
          </Text>
          <TextInput label="Name" maxLength={100} data-autofocus {...form.getInputProps('name')} />
          <Textarea
            label="Description"
            description="One sentence: what a customer gets."
            maxLength={500}
            autosize
            minRows={2}
            {...form.getInputProps('description')}
          />
          <Checkbox
            label="Visible to customers"
            description="On the customer’s page, under its name. Without a name it is never shown there."
            {...form.getInputProps('isVisible', { type: 'checkbox' })}
          />
          {isLimit && (
            <>
              <TextInput
                label="Unit"
                description="Shown after the number: GB, rooms, calls a month."
                maxLength={50}
                {...form.getInputProps('unit')}
              />
              <Select
                label="A plan without this limit grants"
                placeholder="Not set"
                data={absentChoices}
                clearable
                clearButtonProps={{ 'aria-label': 'Not set' }}
                {...form.getInputProps('absentMeans')}
              />
            </>
          )}
        </>
      )}
    </EditDialog>
  );
}

/** A line break becomes a blank: descriptions are one line. */
function textOf(typed: string): string | null {
  const text = typed.trim().replaceAll(/\s*\n\s*/g, ' ');
  return text === '' ? null : text;
}

/** The API reports an issue with its place in the product; the form shows it at the field. */
async function atFields<Result>(prefix: string, call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const issues = error.issues.map((issue) => ({ ...issue, path: issue.path.replace(prefix, '') }));
    throw new ApiError({ ...error, title: error.title, issues });
  }
}
