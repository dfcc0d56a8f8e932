import { Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error.ts';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { TextFileField } from '../../../parts/form/text-file-field.tsx';
import { formatCount } from '../../../parts/format/format-number.ts';
import { formatDay } from '../../../parts/format/time.ts';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { useProductChoices } from '../../subscriptions/catalogue-choices.ts';
import { customersKey } from '../../subscriptions/customers/queries.ts';
import {
  installationName,
  issueLicenceFile,
  type LicenceFile,
  licenceFilesQuery,
  previewQuery,
  type WantedLicenceFile,
} from './queries.ts';

const maxMonths = 13;
const monthChoices = Array.from({ length: maxMonths }, (_, index) => ({
  value: String(index + 1),
  label: formatCount(index + 1, 'month'),
}));

/** The field at which the refusal of a preview is shown. */
const fieldsOfCodes: Readonly<Record<string, 'product' | 'months' | 'requestFile'>> = {
  'product.not_found': 'product',
  'entitlement.nothing_to_sign': 'product',
  'licence_file.past_contract_end': 'months',
  'licence_file.months_out_of_range': 'months',
  'licence_file.request_invalid': 'requestFile',
  'request.validation_failed': 'requestFile',
};

interface IssueLicenceFileProps {
  readonly tenantId: string;
  /** Slug of the product that is chosen first. */
  readonly product: string | undefined;
  readonly replaces: LicenceFile | undefined;
  readonly onClose: () => void;
}

/** Says what would be issued before it is: the end of the file, and what the request file says. */
export function IssueLicenceFile({ tenantId, product, replaces, onClose }: IssueLicenceFileProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const products = useProductChoices();
  const form = useForm({
    initialValues: {
      product: product ?? '',
      months: '12',
      requestFile: '',
      replaces: replaces?.licenceFileId ?? '',
    },
  });
  const { values } = form;
  const [wanted] = useDebouncedValue(wantedOf(tenantId, values), 200);
  const preview = useQuery({ ...previewQuery(workspaceId, wanted), enabled: values.product !== '' });
  const refusal = preview.error instanceof ApiError ? preview.error : null;
  const refusedField = refusal && fieldsOfCodes[refusal.code];
  const errorOf = (field: keyof typeof values) =>
    refusal && refusedField === field ? problemText(refusal) : form.errors[field];
  const replaceable = useReplaceable(tenantId, values.product);
  const issuing = useMutation({
    mutationFn: (written: typeof values) => issueLicenceFile(workspaceId, wantedOf(tenantId, written)),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: customersKey(workspaceId) });
      showDone('Licence file issued. Download it from the list.');
      onClose();
    },
  });
  return (
    <FormDialog
      title={replaces ? 'Replace licence file' : 'Issue licence file'}
      submit="Issue"
      form={form}
      mutation={issuing}
      isDisabled={!preview.isSuccess}
      onClose={onClose}
    >
      <Select
        label="Product"
        data={products}
        searchable
        allowDeselect={false}
        disabled={replaces !== undefined}
        {...form.getInputProps('product')}
        onChange={(slug) => form.setValues({ product: slug ?? '', replaces: '' })}
        error={errorOf('product')}
      />
      <Select
        label="Valid for"
        description={
          preview.data
            ? `Until ${formatDay(preview.data.expiresAt)}, and 30 days of grace after that`
            : 'At most until the contract ends, unless it renews itself'
        }
        data={monthChoices}
        allowDeselect={false}
        {...form.getInputProps('months')}
        error={errorOf('months')}
      />
      <TextFileField
        label="Request file of the installation"
        description="Binds the licence file to the installation that wrote it, which can then send usage. Without it, any installation can use the licence file."
        value={values.requestFile}
        onChange={(text) => form.setFieldValue('requestFile', text)}
        error={errorOf('requestFile')}
      />
      {preview.data && values.requestFile.trim() !== '' && preview.data.installation && (
        <Text component="div" size="sm" role="status">
          Request file of <strong>{preview.data.installation.name}</strong>, signed by the key{' '}
          <CopyableId id={preview.data.installation.thumbprint} of="installation" />
        </Text>
      )}
      {(replaceable.length > 0 || replaces) && (
        <Select
          label="Replaces"
          description="The replaced file is revoked at the same time."
          data={[
            { value: '', label: 'No other file' },
            ...replaceable.map((file) => ({ value: file.licenceFileId, label: choiceText(file) })),
          ]}
          allowDeselect={false}
          {...form.getInputProps('replaces')}
        />
      )}
      {preview.isError && !refusedField && (
        <ErrorNotice error={preview.error} onRetry={() => preview.refetch()} />
      )}
    </FormDialog>
  );
}

interface Written {
  readonly product: string;
  readonly months: string;
  readonly requestFile: string;
  readonly replaces: string;
}

function wantedOf(tenantId: string, { product, months, requestFile, replaces }: Written): WantedLicenceFile {
  return {
    tenantId,
    product,
    months: Number(months),
    ...(requestFile.trim() !== '' && { requestFile }),
    ...(replaces !== '' && { replaces }),
  };
}

/** The newest files of the product that are in use. */
function useReplaceable(tenantId: string, product: string): readonly LicenceFile[] {
  const { workspaceId } = useWorkspace();
  const query = useQuery({
    ...licenceFilesQuery(workspaceId, tenantId, { product, sort: '-issuedAt' }),
    enabled: product !== '',
  });
  return (query.data?.items ?? []).filter((file) => file.revokedAt === null && file.product === product);
}

const choiceText = (file: LicenceFile) => `${installationName(file)}, until ${formatDay(file.expiresAt)}`;

function problemText({ code, advice, issues, title }: ApiError): string {
  if (code === 'licence_file.past_contract_end' || code === 'licence_file.request_invalid') return advice;
  return issues.length > 0 ? 'The text is too long for a request file.' : title;
}
