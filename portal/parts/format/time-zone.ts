const storageKey = 'tessera-time-zone';

export type TimeZoneChoice = 'browser' | 'utc';

/** Outside a browser, in tests, the zone is UTC. */
export const browserZone =
  typeof window === 'undefined' ? 'UTC' : new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The choice of this browser, read once: the page is loaded again after a change. */
export const timeZoneChoice: TimeZoneChoice = stored() === 'utc' ? 'utc' : 'browser';

/** The time zone in which the portal shows and reads points in time. */
export const timeZone = timeZoneChoice === 'utc' ? 'UTC' : browserZone;

export function chooseTimeZone(choice: TimeZoneChoice): void {
  try {
    window.localStorage.setItem(storageKey, choice);
  } catch {
    // A browser that stores nothing keeps its own zone.
  }
  window.location.reload();
}

function stored(): string | null {
  try {
    return typeof window === 'undefined' ? null : window.localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
