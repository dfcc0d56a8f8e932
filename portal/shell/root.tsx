import { Center, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { resumeRequests } from '../api/session-wait.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { type Me, meQuery } from '../session/me.ts';
import { MeContext } from '../session/workspace.ts';
import { BarePage } from './bare-page.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { SignInPage } from './sign-in-page.tsx';

/** Shows pages to signed-in people only. */
export function Root() {
  const { data, isPending, isError, error, refetch } = useQuery(meQuery);
  const signedIn = useSignedIn(data);
  const me = data ?? signedIn;
  if (isPending) {
    return (
      <Center mih="100dvh">
        <Loader aria-label="Loading the portal" />
      </Center>
    );
  }
  if (isError && !me) {
    return (
      <BarePage>
        <ErrorNotice error={error} onRetry={() => refetch()} />
      </BarePage>
    );
  }
  if (!me) return <SignInPage />;
  return (
    <MeContext value={me}>
      <Outlet />
      {data === null && <SignInAgain email={me.email} onSignedIn={refetch} />}
    </MeContext>
  );
}

/** The person whose pages are shown. After the end of their session they stay, and another person starts anew. */
function useSignedIn(current: Me | null | undefined): Me | null {
  const [signedIn, setSignedIn] = useState<Me | null>(null);
  useEffect(() => {
    if (!current) return;
    if (signedIn && signedIn.email !== current.email) {
      window.location.reload();
      return;
    }
    setSignedIn(current);
    resumeRequests();
  }, [current, signedIn]);
  return signedIn;
}
