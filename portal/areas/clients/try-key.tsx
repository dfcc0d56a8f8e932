import { Stack, Tabs, Text } from '@mantine/core';
import { DocsLink } from '../../parts/docs-link.tsx';
import type { DocsTopic } from '../../parts/docs-topics.ts';
import { Snippet } from '../../parts/snippet.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import type { ApiKey } from './queries.ts';
import type { Sample } from './sample-calls.ts';

interface TryKeyProps {
  readonly sample: Sample;
  /** Polled while the key is unused; undefined until it is listed. */
  readonly apiKey: ApiKey | undefined;
  readonly docs: DocsTopic;
}

/** A first call with a new key, to copy and run, and whether the service has received it. */
export function TryKey({ sample: { setKey, calls, answers }, apiKey, docs }: TryKeyProps) {
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        Try it
      </Text>
      <Text size="sm">
        Run it in a shell. {answers} How to go on: <DocsLink topic={docs} />. All calls:{' '}
        <DocsLink topic="reference" />
      </Text>
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List aria-label="Sample call">
          {calls.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {calls.map(({ name, text }) => (
          <Tabs.Panel key={name} value={name} pt="xs">
            {name === 'curl' ? (
              <Snippet text={`${setKey}\n${text}`} of="curl call" />
            ) : (
              <Stack gap="xs">
                <Snippet text={setKey} of="command that sets the key" />
                <Snippet text={text} of={`${name} call`} />
              </Stack>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
      <span role="status">
        {apiKey?.lastUsedAt ? (
          <StatusBadge tone="good">First call received</StatusBadge>
        ) : (
          <StatusBadge tone="waiting">Waiting for the first call…</StatusBadge>
        )}
      </span>
    </Stack>
  );
}
