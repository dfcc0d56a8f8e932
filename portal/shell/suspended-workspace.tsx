import { Button } from '@mantine/core';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader } from '../parts/page-header.tsx';

/** Instead of every page of a workspace that the operator has suspended. */
export function SuspendedWorkspace({ name }: { readonly name: string }) {
  return (
    <>
      <PageHeader title="Workspace suspended" />
      <EmptyState
        icon="warning"
        title={`${name} is suspended`}
        text="Ask the operator of this service to resume it. Its data stays, and reported usage is still sent."
        action={
          <Button variant="default" onClick={() => window.location.reload()}>
            Check again
          </Button>
        }
      />
    </>
  );
}
