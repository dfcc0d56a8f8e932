import { Stack, Tabs, Text } from '@mantine/core';
import { DocsLink } from '../../../parts/links/docs-link.tsx';
import { Snippet } from '../../../parts/snippet.tsx';
import { verifySamples } from './verify-samples.ts';

/** How the receiver verifies a delivery with the secret. */
export function VerifyDeliveries() {
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        Verify deliveries
      </Text>
      <Text size="sm">
        Give the secret to the application, and verify each delivery before you use it. Handlers for
        frameworks: <DocsLink topic="receiveWebhooks" />
      </Text>
      <Tabs defaultValue="TypeScript" keepMounted={false}>
        <Tabs.List aria-label="Sample of verification">
          {verifySamples.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {verifySamples.map(({ name, text }) => (
          <Tabs.Panel key={name} value={name} pt="xs">
            <Snippet text={text} of={`${name} sample`} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}
