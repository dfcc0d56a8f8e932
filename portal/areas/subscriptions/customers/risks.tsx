import { Alert, Group, Text } from '@mantine/core';
import { Icon } from '../../../parts/icon.tsx';
import { PagePathLink } from '../../../parts/links/page-path-link.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { StatusBadge, type Tone } from '../../../parts/status-badge.tsx';
import type { CustomerRisk } from './queries.ts';
import styles from './risks.module.css';

type Kind = CustomerRisk['kind'];

/** Each kind of risk in words, the most urgent first. */
export const riskLabels: Readonly<Record<Kind, string>> = {
  OverIncluded: 'Over included',
  NearIncluded: 'Near included',
  NearLimit: 'Near a limit',
  UsageWillBeRejected: 'Usage will be rejected',
  CredentialEnding: 'Credential ends',
  TrialEnding: 'Trial ends',
  TermEnding: 'Term ends',
  NoCalls: 'No calls',
};

const urgent: readonly Kind[] = ['OverIncluded', 'UsageWillBeRejected', 'CredentialEnding'];
/** They last as long as the period whose usage is counted. */
const ofPeriod: readonly Kind[] = ['OverIncluded', 'NearIncluded', 'NearLimit'];
const endOf = (kind: Kind) => (ofPeriod.includes(kind) ? 'Period ends ' : 'Ends ');
const toneOf = (kind: Kind): Tone => (urgent.includes(kind) ? 'bad' : 'attention');

/** The kinds of a customer's risks, each once. */
export function RiskBadges({ risks }: { readonly risks: readonly CustomerRisk[] }) {
  const kinds = [...new Set(risks.map(({ kind }) => kind))];
  if (kinds.length === 0) return '–';
  return (
    <Group gap={4}>
      {kinds.map((kind) => (
        <StatusBadge key={kind} tone={toneOf(kind)}>
          {riskLabels[kind] ?? kind}
        </StatusBadge>
      ))}
    </Group>
  );
}

/** Each risk with its facts, its time and its action. */
export function RiskList({ risks }: { readonly risks: readonly CustomerRisk[] }) {
  return (
    <ul className={styles.risks}>
      {risks.map((risk) => (
        <li key={`${risk.kind} ${risk.subscriptionId} ${risk.text}`}>
          <Text span size="sm">
            {risk.text}
          </Text>{' '}
          <Text span size="sm" c="dimmed">
            {risk.until ? endOf(risk.kind) : 'Since '}
            <Moment at={risk.until ?? risk.since} />
          </Text>{' '}
          <PagePathLink path={risk.link.path}>{risk.link.label}</PagePathLink>
        </li>
      ))}
    </ul>
  );
}

/** The notice on the page of a customer at risk. */
export function RiskNotice({ risks }: { readonly risks: readonly CustomerRisk[] }) {
  if (risks.length === 0) return null;
  return (
    <Alert
      color="orange"
      variant="outline"
      c="inherit"
      mb="md"
      icon={<Icon name="warning" />}
      title="At risk"
      role="region"
      aria-label="At risk"
    >
      <RiskList risks={risks} />
    </Alert>
  );
}
