import { Text } from '@mantine/core';
import { servicePath } from '../../../base-path.ts';
import { DocsLink } from '../../../parts/links/docs-link.tsx';
import { Section } from '../../../parts/section.tsx';
import { Snippet } from '../../../parts/snippet.tsx';

/** How the same file is planned and applied without the portal. */
export function FromCommandLine() {
  const address = `${window.location.origin}${servicePath}`;
  const commands = [
    `tessera login --url ${address} --key -`,
    'tessera catalogue export > catalogue.yaml',
    'tessera catalogue plan --file catalogue.yaml',
    'tessera catalogue apply --file catalogue.yaml --revision 12',
  ].join('\n');
  return (
    <Section title="From the command line and CI">
      <Text size="sm" mb="xs">
        Keep the file in a repository: a pull request shows its plan, the merge applies it. Sign in with the
        key of a service account with the role Catalogue manager.
      </Text>
      <Snippet text={commands} of="commands" />
      <Text size="sm" mt="xs">
        <code>plan</code> prints the revision for <code>apply</code>, and the numbers that confirm archivings
        and removals. A pipeline is in <code>deploy/ci/catalogue.yml</code>; the guide is{' '}
        <DocsLink topic="catalogueFromCi" />.
      </Text>
    </Section>
  );
}
