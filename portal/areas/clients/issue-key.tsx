import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { endAfter, type KeyLife, KeyLifeField } from './key-life-field.tsx';
import type { KeyRequests } from './key-requests.ts';

interface IssueKeyProps extends Pick<KeyRequests, 'issue'> {
  readonly owner: string;
  readonly life: KeyLife;
  readonly onIssued: (secret: string) => void;
  readonly onClose: () => void;
}

export function IssueKey({ owner, life, issue, onIssued, onClose }: IssueKeyProps) {
  const form = useForm({ initialValues: { days: life.usual } });
  const issuing = useMutation({
    mutationFn: ({ days }: typeof form.values) => issue(endAfter(days)),
    onSuccess: onIssued,
  });
  return (
    <FormDialog
      title={`Issue key to ${owner}`}
      submit="Issue"
      form={form}
      mutation={issuing}
      onClose={onClose}
    >
      <KeyLifeField life={life} {...form.getInputProps('days')} />
    </FormDialog>
  );
}
