const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** `2 Jan 2026, 09:30 UTC` */
export const exactTime = (at: string): string => `${minute.format(new Date(at))} UTC`;
