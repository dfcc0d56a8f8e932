import { Button, Group, Slider, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { MomentField } from '../../parts/form/moment-field.tsx';
import { exactTime } from '../../parts/format/time.ts';
import { usePlanNames } from '../catalogue/plan-names.ts';
import type { TenantMoment } from '../subscriptions/customers/queries.ts';
import { doerOf, historyLabelOf } from '../subscriptions/moves/texts.ts';
import { indexOf, instantsOf } from './moments.ts';
import styles from './time-line.module.css';

interface TimeLineProps {
  readonly product: string;
  /** Newest first. */
  readonly steps: readonly TenantMoment[];
  /** The selected point in time; undefined: now. */
  readonly asOf: string | undefined;
  readonly onChange: (asOf: string | undefined) => void;
}

/** A slider over the changes, and a field for any point in time. */
export function TimeLine({ product, steps, asOf, onChange }: TimeLineProps) {
  const instants = instantsOf(steps);
  const index = indexOf(instants, asOf);
  const [dragged, setDragged] = useState<number | null>(null);
  const shown = dragged ?? index;
  const now = instants.length;
  const labelAt = (position: number) => {
    const instant = instants[position];
    return instant === undefined ? 'Now' : exactTime(instant);
  };
  return (
    <Stack gap="xs">
      {now > 0 && (
        <div className={styles.line}>
          <Slider
            classNames={{ label: styles.label, mark: styles.mark }}
            data-at={shown <= 0 ? 'start' : shown === now ? 'end' : undefined}
            thumbLabel="Point in time"
            min={0}
            max={now}
            step={1}
            marks={[...instants, 'now'].map((_, value) => ({ value }))}
            value={Math.max(0, shown)}
            label={labelAt}
            thumbValueText={labelAt}
            onChange={setDragged}
            onChangeEnd={(position) => {
              setDragged(null);
              onChange(instants[position]);
            }}
          />
          <Group justify="space-between" mt={6}>
            <Text size="xs" c="dimmed">
              {labelAt(0)}
            </Text>
            <Text size="xs" c="dimmed">
              Now
            </Text>
          </Group>
        </div>
      )}
      <Group gap="sm" align="flex-end">
        <MomentField label="As of" value={asOf} onChange={onChange} />
        <Button variant="default" disabled={asOf === undefined} onClick={() => onChange(undefined)}>
          Now
        </Button>
        <Text size="sm" className={styles.text} role="status">
          <Happened product={product} steps={steps} instants={instants} index={index} asOf={asOf} />
        </Text>
      </Group>
    </Stack>
  );
}

interface HappenedProps {
  readonly product: string;
  readonly steps: readonly TenantMoment[];
  readonly instants: readonly string[];
  readonly index: number;
  readonly asOf: string | undefined;
}

/** The selected point in time in words. */
function Happened({ product, steps, instants, index, asOf }: HappenedProps) {
  const planName = usePlanNames(product);
  if (asOf === undefined) return 'Current state.';
  const instant = instants[index];
  if (instant === undefined) return `State on ${exactTime(asOf)}, before the first purchase.`;
  const happened = steps
    .filter(({ recordedAt }) => recordedAt === instant)
    .map(({ move, plan, actor }) => `${historyLabelOf(move)}: ${planName(plan)}, by ${doerOf(actor)}`);
  return `State on ${exactTime(asOf)}. Last change before: ${happened.reverse().join('; ')}.`;
}
