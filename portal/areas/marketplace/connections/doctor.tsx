import { Anchor, Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, dataOf } from '../../../api/client.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { DocsLink } from '../../../parts/links/docs-link.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { Section } from '../../../parts/section.tsx';
import { StatusBadge, type Tone } from '../../../parts/status-badge.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import styles from './doctor.module.css';
import { marketplaceKinds } from './kinds.ts';
import { type Connection, connectionPath, connectionsKey, type Finding } from './queries.ts';

const outcomes: Readonly<Record<Finding['outcome'], { readonly name: string; readonly tone: Tone }>> = {
  Failing: { name: 'Failing', tone: 'bad' },
  Warning: { name: 'Warning', tone: 'attention' },
  NotChecked: { name: 'Not checked', tone: 'over' },
  Fine: { name: 'Passed', tone: 'good' },
};

const checks: Readonly<Record<Finding['check'], string>> = {
  credential: 'Credential',
  credentialEnd: 'Credential expiry',
  fulfilment: 'Subscriptions',
  plans: 'Plans and mappings',
  dimensions: 'Dimensions',
  metering: 'Metering',
  webhook: 'Webhook',
  landingPage: 'Landing page',
};

interface DoctorProps {
  readonly connection: Connection;
  /** Opens the edit dialog. */
  readonly onChange: () => void;
}

/** Checks a connection end to end and shows remedies. */
export function Doctor({ connection, onChange }: DoctorProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const { connectionId, lastCheck, kind } = connection;
  const texts = marketplaceKinds[kind];
  const check = useMutation({
    mutationFn: () =>
      dataOf(api.POST(`${connectionPath}/check`, { params: { path: { workspaceId, connectionId } } })),
    // The state of the connection follows from the findings.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: connectionsKey(workspaceId) }),
  });
  return (
    <Section
      title="Doctor"
      lead={
        <>
          {texts.checks} It changes no setting. <DocsLink topic={texts.guide} />
        </>
      }
      actions={
        <Button
          leftSection={<Icon name="check" size={16} />}
          loading={check.isPending}
          onClick={() => check.mutate()}
        >
          {lastCheck ? 'Check again' : 'Run check'}
        </Button>
      }
    >
      <div role="status">
        {check.isPending && (
          <Text size="sm" c="dimmed">
            Checking; this takes half a minute at most.
          </Text>
        )}
        {lastCheck && !check.isPending && (
          <Text size="sm" mb="xs">
            {summary(lastCheck.findings)}, checked <Moment at={lastCheck.checkedAt} />
          </Text>
        )}
      </div>
      {check.isError && <ErrorNotice error={check.error} onRetry={() => check.mutate()} />}
      {lastCheck && !check.isPending && (
        <ul className={styles.findings}>
          {lastCheck.findings.map((finding) => (
            <li key={`${finding.check} ${finding.what}`}>
              <StatusBadge tone={outcomes[finding.outcome].tone}>
                {outcomes[finding.outcome].name}
              </StatusBadge>
              <Text size="sm" fw={500}>
                {checks[finding.check]}
              </Text>
              <div>
                <Text size="sm">{finding.what}</Text>
                {finding.howToMend && (
                  <Text size="sm" c="dimmed">
                    {finding.howToMend}{' '}
                    <FixLink finding={finding} connection={connection} onChange={onChange} />
                  </Text>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

interface FixLinkProps extends DoctorProps {
  readonly finding: Finding;
}

/** A link to the page with the fix, if the portal has one. */
function FixLink({ finding: { check, mappingId }, connection, onChange }: FixLinkProps) {
  const { slug: workspace } = useWorkspace();
  // The rights of a seller's account are granted at the marketplace.
  if (connection.seller && (check === 'fulfilment' || check === 'metering')) {
    return <DocsLink topic={marketplaceKinds[connection.kind].guide} />;
  }
  switch (check) {
    case 'credential':
    case 'credentialEnd':
    case 'fulfilment':
      return (
        <Anchor component="button" type="button" size="sm" underline="always" onClick={onChange}>
          Edit connection
        </Anchor>
      );
    case 'plans':
    case 'dimensions':
      return (
        <Anchor
          size="sm"
          underline="always"
          renderRoot={(props) => (
            <Link
              to="/$workspace/plan-mappings"
              params={{ workspace }}
              search={mappingId === null ? {} : { mapping: mappingId }}
              {...props}
            />
          )}
        >
          {mappingId === null ? 'Open plan mappings' : 'Open mapping'}
        </Anchor>
      );
    default:
      return null;
  }
}

function summary(findings: readonly Finding[]): string {
  const counts = (Object.keys(outcomes) as Finding['outcome'][])
    .map((outcome) => ({ outcome, count: findings.filter((one) => one.outcome === outcome).length }))
    .filter(({ count }) => count > 0);
  return counts
    .map(({ outcome, count }) => {
      const name = outcomes[outcome].name.toLowerCase();
      return `${count} ${outcome === 'Warning' && count > 1 ? `${name}s` : name}`;
    })
    .join(', ');
}
