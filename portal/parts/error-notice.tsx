import { Alert, Button, Group, Text } from '@mantine/core';
import { ApiError } from '../api/api-error.ts';
import styles from './error-notice.module.css';
import { Icon } from './icon.tsx';

interface ErrorNoticeProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** An error and its remedy, shown where it occurred. */
export function ErrorNotice({ error, onRetry }: ErrorNoticeProps) {
  const { title, advice, issues, requestId } =
    error instanceof ApiError
      ? error
      : {
          title: 'This page could not be shown',
          advice:
            'The connection may have failed, or the portal was updated. If it happens again, contact the operator of the service.',
          issues: [],
          requestId: undefined,
        };
  return (
    <Alert
      color="red"
      variant="outline"
      title={title}
      icon={<Icon name="warning" />}
      role="alert"
      c="inherit"
    >
      {issues.length === 0 && <Text size="sm">{advice}</Text>}
      {issues.map(({ path, message }) => (
        <Text key={`${path} ${message}`} size="sm" className={styles.issue}>
          {path && <code>{path}</code>} {message}
        </Text>
      ))}
      {requestId && (
        <Text size="xs" c="dimmed" mt={4}>
          For support: request <code>{requestId}</code>
        </Text>
      )}
      {onRetry && (
        <Group mt="sm">
          <Button size="xs" variant="default" leftSection={<Icon name="retry" size={14} />} onClick={onRetry}>
            Try again
          </Button>
        </Group>
      )}
    </Alert>
  );
}
