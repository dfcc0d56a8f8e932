import { Text, Timeline } from '@mantine/core';
import { formatCount, formatNumber } from '../../parts/format/format-number.ts';
import { exactTime } from '../../parts/format/time.ts';
import { Moment } from '../../parts/moment.tsx';
import { usePlanNames } from '../catalogue/plan-names.ts';
import styles from './history.module.css';
import { doerOf, historyLabelOf } from './moves/texts.ts';
import { type HistoryStep, toneOf } from './queries.ts';

interface HistoryProps {
  readonly product: string;
  readonly steps: readonly HistoryStep[];
}

/** The history of a subscription, newest first. */
export function History({ product, steps }: HistoryProps) {
  const planName = usePlanNames(product);
  return (
    <Timeline bulletSize={14} lineWidth={2} className={styles.history}>
      {steps.map((step, index) => (
        <Timeline.Item key={step.revision} title={historyLabelOf(step.move)} data-tone={toneOf(step.status)}>
          <Changes step={step} before={steps[index + 1]} planName={planName} />
          <Text size="xs" c="dimmed">
            <Moment at={step.recordedAt} /> by {doerOf(step.actor)}
          </Text>
          {step.reason && (
            <Text size="sm" mt={2} className={styles.reason}>
              “{step.reason}”
            </Text>
          )}
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

interface ChangesProps {
  readonly step: HistoryStep;
  readonly before: HistoryStep | undefined;
  readonly planName: (plan: string) => string;
}

function Changes({ step, before, planName }: ChangesProps) {
  const plan = planName(step.plan);
  const changes = [
    step.status !== before?.status && (before ? `from ${before.status} to ${step.status}` : step.status),
    step.plan !== before?.plan && (before ? `from plan ${planName(before.plan)} to ${plan}` : `plan ${plan}`),
    step.quantity !== (before?.quantity ?? null) &&
      (before
        ? `from ${seatsText(before.quantity)} to ${seatsText(step.quantity)} seats`
        : formatCount(step.quantity ?? 0, 'seat')),
    step.validUntil !== (before?.validUntil ?? null) &&
      (step.validUntil ? `until ${exactTime(step.validUntil)}` : 'open-ended'),
  ].filter(Boolean);
  return changes.length > 0 && <Text size="sm">{capitalised(changes.join(', '))}</Text>;
}

const seatsText = (quantity: number | null) => (quantity === null ? 'no' : formatNumber(quantity));

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
