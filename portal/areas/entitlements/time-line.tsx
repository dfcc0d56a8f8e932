import { Button, Group, Slider, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { exactTime } from '../../parts/exact-time.ts';
import { MomentField } from '../../parts/moment-field.tsx';
import type { TenantMoment } from '../subscriptions/customers/queries.ts';
import { doerOf, pastWordsOf } from '../subscriptions/moves/words.ts';
import { instantsOf, placeOf } from './moments.ts';
import styles from './time-line.module.css';

interface TimeLineProps {
  /** Newest first. */
  readonly steps: readonly TenantMoment[];
  /** The selected point in time; undefined: now. */
  readonly asOf: string | undefined;
  readonly onChange: (asOf: string | undefined) => void;
}

/** A slider over the changes, and a field for any point in time. */
export function TimeLine({ steps, asOf, onChange }: TimeLineProps) {
  const instants = instantsOf(steps);
  const place = placeOf(instants, asOf);
  const [dragged, setDragged] = useState<number | null>(null);
  const shown = dragged ?? place;
  const now = instants.length;
  const wordsAt = (index: number) => {
    const instant = instants[index];
    return instant === undefined ? 'Now' : exactTime(instant);
  };
  return (
    <Stack gap="xs">
      {now > 0 && (
        <div className={styles.line}>
          <Slider
            thumbLabel="Point in time"
            min={0}
            max={now}
            step={1}
            marks={[...instants, 'now'].map((_, value) => ({ value }))}
            value={Math.max(0, shown)}
            label={wordsAt}
            thumbValueText={wordsAt}
            onChange={setDragged}
            onChangeEnd={(index) => {
              setDragged(null);
              onChange(instants[index]);
            }}
          />
          <Group justify="space-between" mt={6}>
            <Text size="xs" c="dimmed">
              {wordsAt(0)}
            </Text>
            <Text size="xs" c="dimmed">
              Now
            </Text>
          </Group>
        </div>
      )}
      <Group gap="sm" align="flex-end">
        <MomentField label="As of (your time)" value={asOf} onChange={onChange} />
        <Button variant="default" disabled={asOf === undefined} onClick={() => onChange(undefined)}>
          Now
        </Button>
        <Text size="sm" className={styles.words} role="status">
          <Happened steps={steps} instants={instants} place={place} asOf={asOf} />
        </Text>
      </Group>
    </Stack>
  );
}

interface HappenedProps {
  readonly steps: readonly TenantMoment[];
  readonly instants: readonly string[];
  readonly place: number;
  readonly asOf: string | undefined;
}

/** The selected point in time in words. */
function Happened({ steps, instants, place, asOf }: HappenedProps) {
  if (asOf === undefined) return 'Current state.';
  const instant = instants[place];
  if (instant === undefined) return `State on ${exactTime(asOf)}, before the first purchase.`;
  const happened = steps
    .filter(({ recordedAt }) => recordedAt === instant)
    .map(({ move, plan, actor }) => `${pastWordsOf(move)}: ${plan}, by ${doerOf(actor)}`);
  return `State on ${exactTime(asOf)}. Last change before: ${happened.reverse().join('; ')}.`;
}
