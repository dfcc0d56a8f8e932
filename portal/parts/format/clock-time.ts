const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** `14:00`, or `16 Nov, 14:00` on another day; in the person's time zone. */
export function formatClock(at: Date, now: Date): string {
  return at.toDateString() === now.toDateString() ? time.format(at) : dayAndTime.format(at);
}
