import { Anchor, Collapse, Stack, Text, Timeline } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { licenceLabels } from '../../parts/catalogue-words.ts';
import { formatCount, formatNumber } from '../../parts/format/format-number.ts';
import { Snippet } from '../../parts/snippet.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { usePlanNames } from '../catalogue/plan-names.ts';
import { accessLabels } from './explanation.tsx';
import type { Eligibility, EligibilityExplanation } from './queries.ts';

interface DecisionPathProps {
  readonly answer: Omit<Eligibility, 'explanation'>;
  readonly explanation: EligibilityExplanation;
  /** The button that repairs it, where the portal can. */
  readonly remedy?: ReactNode;
}

const passedOver = ['NotAskedFor', 'NotNeeded'];

function LicencesLink() {
  const { slug: workspace } = useWorkspace();
  return (
    <>
      {' '}
      <Anchor
        size="sm"
        underline="always"
        renderRoot={(props) => <Link to="/$workspace/settings/licences" params={{ workspace }} {...props} />}
      >
        Open licences
      </Anchor>
    </>
  );
}

/** The decision about a user, its reason, and the plans in evaluation order. */
export function DecisionPath({ answer, explanation, remedy }: DecisionPathProps) {
  const [isOpen, { toggle }] = useDisclosure();
  const { subject, isEligible, reason, product, accessLevel, seats, idpLicence } = answer;
  const planName = usePlanNames(product.slug);
  const person = subject.email ?? subject.objectId;
  return (
    <Stack gap="sm" role="status">
      <div>
        <StatusBadge tone={isEligible ? 'good' : 'bad'}>
          {`${person} ${isEligible ? 'may use' : 'may not use'} ${product.name}`}
        </StatusBadge>
        <Text size="sm" mt={4}>
          {explanation.words} <code>{reason}</code>
        </Text>
        {explanation.whatToDo && (
          <Text size="sm" mt={4}>
            <b>What to do:</b> {explanation.whatToDo}
            {reason === 'IdpNotConfigured' && <LicencesLink />}
          </Text>
        )}
      </div>
      {remedy}
      <Timeline bulletSize={14} lineWidth={2} active={-1}>
        <Timeline.Item title={`${accessLabels[accessLevel]} for the tenant`}>
          <Text size="sm" c="dimmed">
            {accessLevel === 'None'
              ? 'No user of the tenant may use the product.'
              : 'Its plans are evaluated, best first.'}
          </Text>
        </Timeline.Item>
        {explanation.plans.map(({ plan, licenceModel, isEligible: saysYes, reason: why, words }) => (
          <Timeline.Item
            key={plan}
            title={`${planName(plan)} (${licenceLabels[licenceModel as keyof typeof licenceLabels] ?? licenceModel})`}
          >
            <StatusBadge tone={passedOver.includes(why) ? 'over' : saysYes ? 'good' : 'bad'}>
              {passedOver.includes(why) ? 'Not evaluated' : saysYes ? 'Yes' : 'No'}
            </StatusBadge>
            <Text size="sm">{words}</Text>
            {plan === explanation.decidedBy && seats && (
              <Text size="sm" c="dimmed">
                {formatNumber(seats.assigned)} of {formatCount(seats.total, 'seat')} assigned,{' '}
                {formatNumber(seats.available)} available.
              </Text>
            )}
            {plan === explanation.decidedBy && idpLicence && (
              <Text size="sm" c="dimmed">
                Licence {idpLicence.serviceIdentifier} at the identity provider:{' '}
                {idpLicence.state ?? 'state unknown'}
                {idpLicence.stale && ', from the cache'}
              </Text>
            )}
          </Timeline.Item>
        ))}
      </Timeline>
      <div>
        <Anchor component="button" type="button" size="sm" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? 'Hide API response' : 'Show API response'}
        </Anchor>
        <Collapse expanded={isOpen} mt="xs">
          <Snippet of="eligibility response" text={JSON.stringify(answer, null, 2)} />
        </Collapse>
      </div>
    </Stack>
  );
}
