import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './form/dialog.tsx';
import { Icon } from './icon.tsx';
import styles from './secret-shown-once.module.css';

interface SecretShownOnceProps {
  /** Null: nothing is shown. */
  readonly secret: string | null;
  /** `API key of Warehouse sync` */
  readonly name: string;
  /** Where to store it. */
  readonly advice: string;
  /** How to use it. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** Shows a secret once; the dialog closes only by its button. */
export function SecretShownOnce({ secret, name, advice, children, onClose }: SecretShownOnceProps) {
  if (secret === null) return null;
  return (
    <Dialog
      onClose={onClose}
      title={name}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      size="lg"
    >
      <Stack gap="md">
        <Text size="sm">It is shown only once. {advice}</Text>
        <Code block className={styles.secret}>
          {secret}
        </Code>
        {children}
        <Group justify="flex-end" gap="xs">
          <CopyButton value={secret} timeout={4_000}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                onClick={copy}
                leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />}
              >
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>I have stored it</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
