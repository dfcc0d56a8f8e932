import { Button, Group } from '@mantine/core';

interface FormButtonsProps {
  readonly verb: string;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

/** At the end of a dialog's form. */
export function FormButtons({ verb, isBusy, onCancel }: FormButtonsProps) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={isBusy}>
        {verb}
      </Button>
    </Group>
  );
}
