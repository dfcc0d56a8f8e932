import { Anchor, Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { createRoute, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { rootRoute } from '../session/routes.ts';
import { announceSignIn } from '../session/signed-in-elsewhere.ts';
import { Mark } from './mark.tsx';

/** No workspace has this slug. */
export const signedInPath = '/-/signed-in';

/** The end of a sign-in in a new tab. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: signedInPath,
  component: SignedIn,
});

function SignedIn() {
  useDocumentTitle('Signed in · Tessera');
  useEffect(announceSignIn, []);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="xl" w="100%" maw={400}>
        <Stack gap="lg">
          <Mark />
          <div>
            <Title order={1} size="h2" mb={6}>
              You are signed in
            </Title>
            <Text c="dimmed">Close this tab and continue in the other one.</Text>
          </div>
          <Anchor size="sm" renderRoot={(props) => <Link to="/" {...props} />}>
            Or continue here
          </Anchor>
        </Stack>
      </Paper>
    </Center>
  );
}
