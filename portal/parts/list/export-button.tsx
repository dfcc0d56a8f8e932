import { Button } from '@mantine/core';
import { fileAddress } from '../../api/file-address.ts';
import { useWorkspace } from '../../session/workspace.ts';

interface ExportButtonProps {
  /** Such as `customers.csv`. */
  readonly file: string;
  /** The list's; the page is dropped. */
  readonly question: Readonly<Record<string, string | number | undefined>>;
  /** `xs` among the actions of a section. */
  readonly size?: 'xs';
}

/** Exports everything that a list shows on all of its pages. */
export function ExportButton({ file, question, size }: ExportButtonProps) {
  const { workspaceId } = useWorkspace();
  const { after: _, limit: __, ...filter } = question;
  return (
    <Button
      component="a"
      variant="default"
      {...(size && { size })}
      href={fileAddress(workspaceId, file, filter)}
      download
    >
      Export as CSV
    </Button>
  );
}
