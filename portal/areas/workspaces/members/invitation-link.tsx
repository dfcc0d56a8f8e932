import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { Dialog } from '../../../parts/form/dialog.tsx';
import { Icon } from '../../../parts/icon.tsx';
import styles from './invitation-link.module.css';
import type { Member } from './queries.ts';

/** How the invited person gets the link: by mail, or from the administrator. */
const mailTexts: Readonly<Record<NonNullable<Member['invitation']>['mail'], (email: string) => string>> = {
  None: () => 'No mail is sent for this invitation. Send them this link yourself:',
  Queued: (email) => `A mail with this link is on its way to ${email}. You can also send the link yourself:`,
  Sent: (email) => `A mail with this link was sent to ${email}. You can also send the link yourself:`,
  Failed: (email) => `The mail to ${email} could not be delivered. Send them this link yourself:`,
};

interface InvitationLinkProps {
  readonly member: Member;
  readonly onClose: () => void;
}

/** The link of an open invitation, to copy. */
export function InvitationLink({ member: { email, invitation }, onClose }: InvitationLinkProps) {
  if (!invitation) return null;
  return (
    <Dialog onClose={onClose} title={`Invitation of ${email}`} size="lg">
      <Stack gap="md">
        <Text size="sm">{mailTexts[invitation.mail](email)}</Text>
        <Code block className={styles.link}>
          {invitation.link}
        </Code>
        <Text size="sm" c="dimmed">
          They sign in as {email} and are in the workspace. Another account cannot use the link.
        </Text>
        <Group justify="flex-end" gap="xs">
          <CopyButton value={invitation.link} timeout={4_000}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                onClick={copy}
                leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />}
              >
                {copied ? 'Copied' : 'Copy link'}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
