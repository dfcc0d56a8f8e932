import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../../../api/client.ts';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { ConfirmAction } from '../../../parts/form/confirm-action.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { DocsLink } from '../../../parts/links/docs-link.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { SecretShownOnce } from '../../../parts/secret-shown-once.tsx';
import { Section } from '../../../parts/section.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { addressFacts } from './addresses.tsx';
import { marketplaceKinds } from './kinds.ts';
import { type Connection, connectionPath, connectionsKey } from './queries.ts';

interface EventSecretProps {
  readonly secret: string;
  readonly name: string;
  readonly connection: Connection;
  readonly onClose: () => void;
}

/** Shows the secret once, with everything else that is entered at the marketplace. */
export function EventSecret({ secret, name, connection, onClose }: EventSecretProps) {
  const facts = {
    ...addressFacts(connection),
    ...(connection.seller && {
      'External id, for the trust policy of a role': (
        <CopyableId id={connection.seller.externalId} of="role" isFull />
      ),
    }),
  };
  return (
    <SecretShownOnce
      secret={secret}
      name={name}
      advice="Events must carry it in the header X-Tessera-Event-Secret."
      onClose={onClose}
    >
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <Text size="xs" c="dimmed">
            {name}
          </Text>
          {value}
        </div>
      ))}
      <Text size="sm">
        The steps, one by one: <DocsLink topic={marketplaceKinds[connection.kind].guide} />
      </Text>
    </SecretShownOnce>
  );
}

/** The secret that the events of a seller's account carry. */
export function EventSecretSection({ connection }: { readonly connection: Connection }) {
  const { workspaceId } = useWorkspace();
  const mayChange = usePermission('change:settings');
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { connectionId, sourceName, seller } = connection;
  if (seller === null) return null;
  const previousEndsAt = seller.previousEventSecretEndsAt;
  return (
    <Section
      title="Event secret"
      lead="Events are accepted only with it. Whoever knows it can report purchases and ends as the marketplace does."
      actions={
        mayChange && (
          <Button
            variant="default"
            leftSection={<Icon name="retry" size={16} />}
            onClick={() => setIsAsking(true)}
          >
            Rotate event secret
          </Button>
        )
      }
    >
      <Text size="sm" role="status">
        {previousEndsAt === null || new Date(previousEndsAt) < new Date() ? (
          'One secret is accepted.'
        ) : (
          <>
            Two secrets are accepted: the current one, and the previous one, which ends{' '}
            <Moment at={previousEndsAt} />.
          </>
        )}
      </Text>
      <ConfirmAction
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Rotate the event secret of ${sourceName}?`}
        verb="Rotate"
        act={async () => {
          const params = { path: { workspaceId, connectionId } };
          const rotated = await dataOf(api.POST(`${connectionPath}/rotate-event-secret`, { params }));
          setSecret(rotated.eventSecret);
          await queryClient.invalidateQueries({ queryKey: connectionsKey(workspaceId) });
        }}
      >
        For 24 hours both secrets are accepted. Enter the new one at the marketplace in that time: afterwards
        events with the previous one are refused.
        {previousEndsAt !== null && ' A secret from an earlier rotation is refused at once.'}
      </ConfirmAction>
      {secret !== null && (
        <EventSecret
          secret={secret}
          name={`New event secret of ${sourceName}`}
          connection={connection}
          onClose={() => setSecret(null)}
        />
      )}
    </Section>
  );
}
