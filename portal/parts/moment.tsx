import { Tooltip } from '@mantine/core';
import { relativeTime } from './format/relative-time.ts';
import styles from './moment.module.css';
import { useNow } from './use-now.ts';

const local = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });
const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** A relative time, with the exact time on hover or focus. */
export function Moment({ at }: { readonly at: string }) {
  const now = useNow();
  const moment = new Date(at);
  return (
    <Tooltip
      multiline
      label={
        <>
          {utc.format(moment)} UTC
          <br />
          {local.format(moment)}
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: those without a mouse want to know exactly, too. */}
      <time dateTime={at} tabIndex={0} className={styles.moment}>
        {relativeTime(moment, now)}
      </time>
    </Tooltip>
  );
}
