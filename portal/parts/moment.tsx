import { Tooltip } from '@mantine/core';
import { relativeTime } from './format/relative-time.ts';
import { exactSecond } from './format/time.ts';
import { browserZone, timeZone } from './format/time-zone.ts';
import styles from './moment.module.css';
import { useNow } from './use-now.ts';

/** The person's zone first, then the other one: support and logs speak UTC, people their own. */
const formats = [...new Set([timeZone, 'UTC', browserZone])].map(exactSecond);

/** A relative time, with the exact time on hover or focus. */
export function Moment({ at }: { readonly at: string }) {
  const now = useNow();
  const moment = new Date(at);
  return (
    <Tooltip multiline label={formats.map((format) => <div key={format(moment)}>{format(moment)}</div>)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: those without a mouse want to know exactly, too. */}
      <time dateTime={at} tabIndex={0} className={styles.moment}>
        {relativeTime(moment, now)}
      </time>
    </Tooltip>
  );
}
