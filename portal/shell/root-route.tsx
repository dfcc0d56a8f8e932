import { Center, Container, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createRootRoute, Outlet } from '@tanstack/react-router';
import { TroubleNotice } from '../parts/trouble-notice.tsx';
import { meQuery } from '../session/me.ts';
import { SignInPage } from '../session/sign-in-page.tsx';
import { NotFound } from './not-found.tsx';

export const rootRoute = createRootRoute({ component: Root, notFoundComponent: NotFound });

/** Nothing is shown to anybody who is not signed in. */
function Root() {
  const me = useQuery(meQuery);
  if (me.isPending) {
    return (
      <Center mih="100dvh">
        <Loader aria-label="The portal is being loaded" />
      </Center>
    );
  }
  if (me.isError) {
    return (
      <Container component="main" size="sm" py="xl">
        <TroubleNotice error={me.error} onRetry={() => me.refetch()} />
      </Container>
    );
  }
  return me.data ? <Outlet /> : <SignInPage />;
}
