import { Center, Container, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { meQuery } from '../session/me.ts';
import { SignInPage } from './sign-in-page.tsx';

/** Shows pages to signed-in people only. */
export function Root() {
  const me = useQuery(meQuery);
  if (me.isPending) {
    return (
      <Center mih="100dvh">
        <Loader aria-label="Loading the portal" />
      </Center>
    );
  }
  if (me.isError) {
    return (
      <Container component="main" size="sm" py="xl">
        <ErrorNotice error={me.error} onRetry={() => me.refetch()} />
      </Container>
    );
  }
  return me.data ? <Outlet /> : <SignInPage />;
}
