/** The target of a connection, without its password. */
export interface DatabaseAddress {
  readonly server: string;
  readonly database: string;
  readonly user: string;
}

/** Parses DATABASE_URL for messages. It may name several hosts. */
export function readDatabaseAddress(url: string): DatabaseAddress {
  const [, credentials = '', server = '', database = ''] =
    /^\w+:\/\/(?:([^@/]*)@)?([^/?]*)(?:\/([^?]*))?/.exec(url) ?? [];
  const [user = ''] = credentials.split(':');
  return { server: server || 'its default address', database: decode(database), user: decode(user) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const unreachable = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
];

/** One line that says how to fix a database connection; undefined for other errors. */
export function describeDatabaseError(
  { code = '', message }: { readonly code?: string | undefined; readonly message: string },
  { server, database, user }: DatabaseAddress,
): string | undefined {
  if (unreachable.includes(code) || /timeout expired|terminated due to connection timeout/.test(message)) {
    return `PostgreSQL cannot be reached at ${server} (${code || 'no response'}): start it, or correct DATABASE_URL.`;
  }
  if (/does not support SSL/.test(message)) {
    return `PostgreSQL at ${server} does not support TLS: enable it there, or set sslmode=disable in DATABASE_URL.`;
  }
  if (/CERT|ERR_TLS|UNABLE_TO/.test(code)) {
    return `The TLS certificate of PostgreSQL at ${server} is not trusted (${code}): name its CA with sslrootcert in DATABASE_URL, or see the TLS modes in docs/reference/settings.md.`;
  }
  switch (code) {
    case '28P01':
    case '28000':
      return `PostgreSQL at ${server} refuses user ${user} (${message}): correct user and password in DATABASE_URL, or pg_hba.conf.`;
    case '3D000':
      return `Database ${database} does not exist at ${server}: create it (createdb ${database}), or correct DATABASE_URL.`;
    case '42501':
      return `User ${user} lacks permission in database ${database} (${message}): make ${user} its owner (alter database ${database} owner to ${user}).`;
    case '42P01':
    case '42703':
      return 'The database has not been migrated for this version: run the command migrate first.';
    case '25006':
      return `PostgreSQL at ${server} is read-only: name the primary server in DATABASE_URL, or all of them with target_session_attrs=read-write.`;
    case '53300':
      return `PostgreSQL at ${server} has no connection left (${message}): raise max_connections, or lower DATABASE_MAX_CONNECTIONS.`;
    case '57P03':
      return `PostgreSQL at ${server} is starting or stopping (${message}): try again in a moment.`;
    default:
      return undefined;
  }
}
