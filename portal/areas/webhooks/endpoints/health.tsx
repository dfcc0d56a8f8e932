import { Text } from '@mantine/core';
import styles from './health.module.css';
import { countHours, type HourCount, labelOfHours } from './hour-counts.ts';
import type { WebhookHealth } from './queries.ts';

const width = 5;
const gap = 1;
const height = 28;

interface EndpointHealthProps {
  readonly health: WebhookHealth;
  readonly endpointId: string;
}

/** Deliveries of the last 24 hours: a bar per hour and the success rate. */
export function EndpointHealth({ health, endpointId }: EndpointHealthProps) {
  const hours = countHours(health, endpointId);
  const label = labelOfHours(hours);
  return (
    <div className={styles.health}>
      <Bars hours={hours} label={label} />
      <Text size="xs" c="dimmed">
        {label}
      </Text>
    </div>
  );
}

function Bars({ hours, label }: { readonly hours: readonly HourCount[]; readonly label: string }) {
  const maximum = Math.max(1, ...hours.map(({ delivered, lost }) => delivered + lost));
  const tall = (count: number) => (count === 0 ? 0 : Math.max(2, (count / maximum) * (height - 2)));
  return (
    <svg
      role="img"
      aria-label={`The last 24 hours: ${label}`}
      className={styles.bars}
      width={hours.length * (width + gap)}
      height={height}
    >
      {hours.map(({ hour, delivered, lost }, index) => {
        const x = index * (width + gap);
        const good = tall(delivered);
        const bad = tall(lost);
        return (
          <g key={hour}>
            <rect className={styles.ground} x={x} y={height - 1} width={width} height={1} />
            <rect className={styles.good} x={x} y={height - good} width={width} height={good} />
            <rect
              className={styles.bad}
              x={x}
              y={Math.max(0, height - good - bad)}
              width={width}
              height={bad}
            />
          </g>
        );
      })}
    </svg>
  );
}
