import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader } from '../parts/page-header.tsx';

/** The page for an unknown path. */
export function NotFound() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState
        icon="search"
        title="This address does not exist"
        text="The link may be old or incomplete, or lead to a workspace that you are not a member of."
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
            Go to the overview
          </Button>
        }
      />
    </>
  );
}
