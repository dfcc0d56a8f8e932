import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader } from '../parts/page-header.tsx';

/** An address of the portal that leads nowhere. */
export function NotFound() {
  return (
    <>
      <PageHeader title="There is no such page" />
      <EmptyState
        icon="search"
        title="This address leads nowhere"
        text="The link may be old or incomplete, or lead to a workspace that you are no member of."
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
            Go to the overview
          </Button>
        }
      />
    </>
  );
}
