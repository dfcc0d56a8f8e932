import { Anchor, Stack, Tabs, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DocsLink } from '../../parts/links/docs-link.tsx';
import type { DocsTopic } from '../../parts/links/docs-topics.ts';
import { Snippet } from '../../parts/snippet.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import type { ApiKey } from './queries.ts';
import type { Sample } from './sample-calls.ts';

interface TryKeyProps {
  readonly sample: Sample;
  /** Polled while the key is unused; undefined until it is listed. */
  readonly apiKey: ApiKey | undefined;
  readonly docs: DocsTopic;
}

/** A first call with a new key, to copy and run, and whether the service has received it. */
export function TryKey({ sample: { setKey, calls, answers, first }, apiKey, docs }: TryKeyProps) {
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        Try it
      </Text>
      {first && <FirstStep {...first} />}
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

/** In another tab: the key is shown only once. */
function FirstStep({ text, product }: NonNullable<Sample['first']>) {
  const { slug: workspace } = useWorkspace();
  const tab = { target: '_blank', rel: 'noreferrer' };
  return (
    <Text size="sm">
      {text}{' '}
      <Anchor
        size="sm"
        underline="always"
        renderRoot={(props) =>
          product === null ? (
            <Link
              to="/$workspace/products"
              params={{ workspace }}
              search={{ add: 'product' }}
              {...tab}
              {...props}
            />
          ) : (
            <Link to="/$workspace/products/$product" params={{ workspace, product }} {...tab} {...props} />
          )
        }
      >
        {product === null ? 'New product' : 'Open the product'}
      </Anchor>
    </Text>
  );
}
