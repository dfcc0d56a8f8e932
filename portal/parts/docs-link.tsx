import { Anchor } from '@mantine/core';
import { servicePath } from '../base-path.ts';

/** Parts of the service's reference page, `/docs`. */
const topics = {
  everything: { hash: '', name: 'API reference' },
  api: { hash: 'api/tag/entitlements', name: 'API reference' },
  adminApi: { hash: 'administration/tag/service-accounts', name: 'Admin API reference' },
  usage: { hash: 'api/tag/metered-usage', name: 'How to send usage' },
  webhooks: { hash: 'api/tag/webhook-events', name: 'Events and signatures' },
  catalogue: { hash: 'administration/tag/catalogue', name: 'Catalogue in the admin API' },
} as const;

export type DocsTopic = keyof typeof topics;

export const docsAddress = (topic: DocsTopic): string => {
  const { hash } = topics[topic];
  return `${servicePath}/docs/${hash && `#${hash}`}`;
};

/** A link to the reference, in another tab. */
export function DocsLink({ topic }: { readonly topic: DocsTopic }) {
  return (
    <Anchor href={docsAddress(topic)} target="_blank" rel="noreferrer" size="sm" underline="always">
      {topics[topic].name}
    </Anchor>
  );
}
