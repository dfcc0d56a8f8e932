import { Button } from '@mantine/core';
import { EmptyState } from '../parts/empty-state.tsx';
import type { IconName } from '../parts/icon.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { servicePath } from '../place.ts';

/** A page whose work only the API does so far. */
export function NotBuiltYet({ title, icon }: { readonly title: string; readonly icon: IconName }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon={icon}
        title="Not in the portal yet"
        text="Until it is, the admin API has what belongs here; its documentation says how to call it."
        action={
          <Button component="a" variant="default" href={`${servicePath}/docs`}>
            API documentation
          </Button>
        }
      />
    </>
  );
}
