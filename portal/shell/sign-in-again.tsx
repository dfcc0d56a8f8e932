import { Button, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { Dialog } from '../parts/form/dialog.tsx';
import { signInUrl } from '../session/sign-in-url.ts';
import { onSignedIn as listen } from '../session/signed-in-elsewhere.ts';
import { signedInPath } from './signed-in-route.tsx';

interface SignInAgainProps {
  readonly email: string;
  readonly onSignedIn: () => void;
}

/** Above the page after the end of the session. The sign-in opens in another tab, so the page keeps its forms. */
export function SignInAgain({ email, onSignedIn }: SignInAgainProps) {
  useEffect(() => listen(onSignedIn), [onSignedIn]);
  return (
    <Dialog
      onClose={() => {}}
      title="Your session has ended"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={400}
    >
      <Stack gap="md">
        <Text size="sm">
          Sign in again as {email}. This page stays as it is, with everything that you entered.
        </Text>
        <Button component="a" target="_blank" href={signInUrl(signedInPath, { loginHint: email })}>
          Sign in (new tab)
        </Button>
      </Stack>
    </Dialog>
  );
}
