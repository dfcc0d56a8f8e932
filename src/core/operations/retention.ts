interface RetentionRule {
  readonly setting: string;
  readonly unit: 'days' | 'hours';
  readonly least: number;
  readonly most: number;
  readonly standard: number;
}

const tenYears = 3_660;
const threeYears = 1_096;

/** How long each kind of data that grows is kept. The least is what the API promises, or other data needs. */
const retentionRules = {
  /** Longer than a year for which a quantity is included, and the month in which it is billed. */
  usageReportDays: {
    setting: 'USAGE_REPORT_RETENTION_DAYS',
    unit: 'days',
    least: 400,
    most: tenYears,
    standard: threeYears,
  },
  usageEventDays: {
    setting: 'USAGE_EVENT_RETENTION_DAYS',
    unit: 'days',
    least: 2,
    most: 90,
    standard: 2,
  },
  /** Deliveries of the last 30 days can be replayed. */
  eventDays: { setting: 'EVENT_RETENTION_DAYS', unit: 'days', least: 30, most: 365, standard: 30 },
  attemptDays: { setting: 'ATTEMPT_RETENTION_DAYS', unit: 'days', least: 30, most: 365, standard: 30 },
  auditDays: {
    setting: 'AUDIT_RETENTION_DAYS',
    unit: 'days',
    least: 366,
    most: tenYears,
    standard: threeYears,
  },
  historyDays: {
    setting: 'HISTORY_RETENTION_DAYS',
    unit: 'days',
    least: 90,
    most: tenYears,
    standard: threeYears,
  },
  versionDays: {
    setting: 'VERSION_RETENTION_DAYS',
    unit: 'days',
    least: 90,
    most: tenYears,
    standard: threeYears,
  },
  /** The marketplace repeats a notification for some hours. */
  notificationDays: {
    setting: 'NOTIFICATION_RETENTION_DAYS',
    unit: 'days',
    least: 30,
    most: tenYears,
    standard: 90,
  },
  noticeDays: {
    setting: 'NOTICE_RETENTION_DAYS',
    unit: 'days',
    least: 90,
    most: tenYears,
    standard: threeYears,
  },
  /** 0: requests are not logged. */
  requestLogDays: {
    setting: 'REQUEST_LOG_RETENTION_DAYS',
    unit: 'days',
    least: 0,
    most: 90,
    standard: 7,
  },
  /** Usage can be reported for 24 hours, so a request may be repeated for as long. */
  answerHours: {
    setting: 'IDEMPOTENCY_RETENTION_HOURS',
    unit: 'hours',
    least: 24,
    most: 168,
    standard: 24,
  },
} as const satisfies Readonly<Record<string, RetentionRule>>;

export type Retention = Readonly<Record<keyof typeof retentionRules, number>>;

/** Calls `read` for each kind; undefined means the standard. */
export function retentionFrom(read: (rule: RetentionRule) => number | undefined): Retention {
  const values = Object.entries(retentionRules).map(([kind, rule]) => [kind, read(rule) ?? rule.standard]);
  return Object.fromEntries(values) as Retention;
}

export const standardRetention: Retention = retentionFrom(() => undefined);

const hour = 3_600_000;
const day = 24 * hour;

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * day);
}

export function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * hour);
}

/** The earliest moment for which a past entitlement can be read: its history and versions are complete. */
export function oldestPastEntitlement(now: Date, retention: Retention): Date {
  return daysBefore(now, pastEntitlementDays(retention));
}

export function pastEntitlementDays({ historyDays, versionDays }: Retention): number {
  return Math.min(historyDays, versionDays);
}

/** Counts deleted rows, for `/metrics`. */
export interface RetentionMeasurements {
  rowsDeleted(kind: string, count: number): void;
}
