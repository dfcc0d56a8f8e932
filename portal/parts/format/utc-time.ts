const hours = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});
/** `15 Nov, 08:00`, in UTC. */
export const formatHour = (hour: string): string => hours.format(new Date(hour));

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
/** `15 Nov 2026`, in UTC. */
export const formatDay = (instant: string): string => days.format(new Date(instant));

const seconds = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
});
/** `15 Nov, 08:12:30`, in UTC. */
export const formatSecond = (instant: string): string => seconds.format(new Date(instant));
