import { Button, Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { DocsLink } from '../parts/links/docs-link.tsx';
import { signInUrl } from '../session/sign-in-url.ts';
import { Mark } from './mark.tsx';

/** Starts sign-in at the identity provider and returns to the requested page. */
export function SignInPage() {
  useDocumentTitle('Sign in · Tessera');
  const { href } = useLocation();
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p={{ base: 'lg', xs: 'xl' }} w="100%" maw={400}>
        <Stack gap="lg">
          <Mark />
          <div>
            <Title order={1} size="h2" mb={6}>
              Sign in
            </Title>
            <Text c="dimmed">Use your work account. You return to the page that you opened.</Text>
          </div>
          <Button component="a" size="md" px="md" href={signInUrl(href)}>
            Sign in with your work account
          </Button>
          <Text size="sm" c="dimmed">
            No access? An administrator of your workspace can invite you. To call the API from a program, read
            the <DocsLink topic="guides" /> and the <DocsLink topic="reference" />.
          </Text>
        </Stack>
      </Paper>
    </Center>
  );
}
