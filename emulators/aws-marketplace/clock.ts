import { CommandError } from '../shell/read-json.ts';

/** A clock that can be moved, to see the end of a month or of a contract. Signatures are checked by the real time. */
export interface Clock {
  now(): Date;
  moveTo(time: Date): void;
  advance(seconds: number): void;
  reset(): void;
}

/** Far enough for a contract of three years. */
const furthestMilliseconds = 1_200 * 24 * 60 * 60_000;

export function createClock(base: () => Date): Clock {
  let offset = 0;
  const now = () => new Date(base().getTime() + offset);
  const moveTo = (time: Date) => {
    const next = time.getTime() - base().getTime();
    if (!(Math.abs(next) <= furthestMilliseconds)) throw new CommandError('the clock cannot be moved so far');
    offset = next;
  };
  return {
    now,
    moveTo,
    advance: (seconds) => moveTo(new Date(now().getTime() + seconds * 1000)),
    reset() {
      offset = 0;
    },
  };
}

/** `to=<ISO time>`, `seconds=<number>`, or `reset=true`. */
export function moveClock(query: URLSearchParams, clock: Clock): void {
  const [to, seconds] = [query.get('to'), query.get('seconds')];
  if (query.get('reset') === 'true') clock.reset();
  if (to !== null) {
    const time = new Date(/[zZ]$|[+-]\d\d:\d\d$/.test(to) ? to : `${to}Z`);
    if (Number.isNaN(time.getTime())) throw new CommandError('to must be a time');
    clock.moveTo(time);
  }
  if (seconds !== null) {
    if (!/^-?\d{1,9}$/.test(seconds)) throw new CommandError('seconds must be a whole number');
    clock.advance(Number(seconds));
  }
}
