import { Anchor } from '@mantine/core';
import { servicePath } from '../../base-path.ts';
import { type DocsTopic, docsTopics } from './docs-topics.ts';

export const docsAddress = (topic: DocsTopic): string => `${servicePath}/docs/${docsTopics[topic].path}`;

/** A link to a guide or to the API reference, in another tab. */
export function DocsLink({ topic }: { readonly topic: DocsTopic }) {
  return (
    <Anchor href={docsAddress(topic)} target="_blank" rel="noreferrer" size="sm" underline="always">
      {docsTopics[topic].name}
    </Anchor>
  );
}
