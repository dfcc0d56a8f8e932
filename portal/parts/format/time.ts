import { timeZone } from './time-zone.ts';

/** Every date and time of the portal: `15 Nov 2026`, 24 hours, and the zone wherever a time of day is shown. */
const formatOf = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', options);
  return (at: string | Date): string => format.format(new Date(at));
};

const day = { day: 'numeric', month: 'short' } as const;
const date = { ...day, year: 'numeric' } as const;
const clock = { hour: '2-digit', minute: '2-digit' } as const;
const second = { ...clock, second: '2-digit' } as const;
const named = { timeZone, timeZoneName: 'short' } as const;
const utc = { timeZone: 'UTC' } as const;

/** `2 Jan 2026, 09:30 CET`, in the person's time zone. */
export const exactTime = formatOf({ ...date, ...clock, ...named });

/** `2 Jan 2026, 09:30:15 CET`, in any time zone. */
export const exactSecond = (zone: string) => formatOf({ ...date, ...second, ...named, timeZone: zone });

/** `15 Nov, 08:00`, in the person's time zone, which the text beside it names. */
export const formatBarHour = formatOf({ ...day, ...clock, timeZone });
/** `15 Nov`, in the person's time zone. */
export const formatBarDay = formatOf({ ...day, timeZone });

/** `15 Nov, 08:00`: an hour of usage, in UTC as the marketplace's. */
export const formatHour = formatOf({ ...day, ...clock, ...utc });
/** `15 Nov, 08:12:30`: a moment in such an hour. */
export const formatSecond = formatOf({ ...day, ...second, ...utc });
/** `15 Nov 2026`: a day of usage or billing, in UTC. */
export const formatDay = formatOf({ ...date, ...utc });
/** `15 Nov`, in UTC, for the axis of a chart. */
export const formatShortDay = formatOf({ ...day, ...utc });
/** `Sun 15 Nov`, in UTC. */
export const formatWeekday = formatOf({ weekday: 'short', ...day, ...utc });

const time = formatOf({ ...clock, ...named });
const dayAndTime = formatOf({ ...day, ...clock, ...named });

/** `14:00 CET`, or `16 Nov, 14:00 CET` on another day; in the person's time zone. */
export function formatClock(at: Date, now: Date): string {
  return formatBarDay(at) === formatBarDay(now) ? time(at) : dayAndTime(at);
}

const zoned = new Intl.DateTimeFormat('en-GB', named);

/** `CET`: the name of the person's time zone at that moment, which differs in summer. */
export const zoneName = (at: Date): string =>
  zoned.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
