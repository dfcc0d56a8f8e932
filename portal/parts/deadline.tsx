import { formatClock } from './format/time.ts';
import { Moment } from './moment.tsx';
import { useNow } from './use-now.ts';

interface DeadlineProps {
  /** `Report again until` */
  readonly words: string;
  readonly at: string;
}

/** `Report again until 14:00, in 3 hours`. */
export function Deadline({ words, at }: DeadlineProps) {
  const now = useNow();
  if (new Date(at) < now) {
    return (
      <>
        The deadline passed <Moment at={at} />
      </>
    );
  }
  return (
    <>
      {words} {formatClock(new Date(at), now)}, <Moment at={at} />
    </>
  );
}
