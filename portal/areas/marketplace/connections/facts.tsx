import { CopyableId } from '../../../parts/copyable-id.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { marketplaceKinds } from './kinds.ts';
import { type Connection, connectionTones } from './queries.ts';

const credentialNames = {
  secret: 'Secret',
  certificate: 'Certificate',
  accessKey: 'Access key',
  node: 'The service’s own',
};

/** State, credential, account and times of a connection. */
export function ConnectionFacts({ connection }: { readonly connection: Connection }) {
  const { state, kind, traits, credential, lastCallAt, usageComparedAt, createdAt } = connection;
  return (
    <Facts
      facts={{
        State: <StatusBadge tone={connectionTones[state]}>{state}</StatusBadge>,
        Credential:
          credential.kind === 'node' ? (
            credentialNames.node
          ) : (
            <>
              {credentialNames[credential.kind]},{' '}
              {credential.endsAt === null ? (
                'expiry not set'
              ) : (
                <>
                  expires <Moment at={credential.endsAt} />
                </>
              )}
            </>
          ),
        'Last notification': lastCallAt === null ? 'Never' : <Moment at={lastCallAt} />,
        ...(traits.canReadUsage && {
          'Usage compared': usageComparedAt === null ? 'Not yet' : <Moment at={usageComparedAt} />,
        }),
        Connected: <Moment at={createdAt} />,
        ...(connection.seller === null
          ? {
              'Tenant id': <CopyableId id={connection.tenantId} of="tenant" />,
              'Client id': <CopyableId id={connection.clientId} of="application" />,
              Marketplace: connection.marketplaceUrl,
              'Identity provider': connection.authUrl,
            }
          : {
              Marketplace: connection.seller.endpointUrl ?? marketplaceKinds[kind].name,
              'Seller account': <CopyableId id={connection.seller.sellerAccount} of="seller account" />,
              Region: connection.seller.region,
              ...(connection.seller.accessKeyId && { 'Access key id': connection.seller.accessKeyId }),
              Role: connection.seller.roleArn ?? 'None',
              'External id': <CopyableId id={connection.seller.externalId} of="role" />,
              'Hours without usage': connection.seller.sendZeros ? 'Reported as 0' : 'Not reported',
            }),
        'Connection id': <CopyableId id={connection.connectionId} of="connection" />,
        ...(connection.acceptsUnsignedCalls && {
          'Unsigned notifications': <StatusBadge tone="attention">Accepted, for development</StatusBadge>,
        }),
      }}
    />
  );
}
