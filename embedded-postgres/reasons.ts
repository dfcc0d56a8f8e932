import { CannotStart } from '../src/core/operations/cannot-start.ts';
import { errorCode } from './error-code.ts';

const elsewhere = 'choose another folder with DATA_DIR';
const ownServer = 'set DATABASE_URL to a PostgreSQL server of your own';

export function inUse(folder: string): CannotStart {
  return new CannotStart(
    `The data folder ${folder} is in use by another process: stop that service, or ${elsewhere}.`,
  );
}

export function unwritable(folder: string, error: unknown): CannotStart {
  const code = errorCode(error);
  return new CannotStart(
    `Cannot write to the data folder ${folder}${code ? ` (${code})` : ''}: make it writable for this user, or ${elsewhere}.`,
  );
}

export function ofAnotherUser(folder: string, uid: number): CannotStart {
  return new CannotStart(
    `The database in the data folder ${folder} belongs to another user (uid ${uid}): start as that user or as root, or ${elsewhere}.`,
  );
}

export function unreachable(data: string, uid: number): CannotStart {
  return new CannotStart(
    `PostgreSQL does not run as root, and the user it runs as (uid ${uid}) cannot enter ${data}: let it pass the folders above (chmod o+x), or ${elsewhere}.`,
  );
}

export function notOurs(path: string): CannotStart {
  return new CannotStart(`${path} is not a database of this service: move it, or ${elsewhere}.`);
}

export function lostTarget(link: string, target: string): CannotStart {
  return new CannotStart(
    `The database of this data folder was in ${target}, which does not exist: restore it, or remove ${link} to start with an empty database.`,
  );
}

export function noBinaries(platform: string): CannotStart {
  return new CannotStart(
    `There are no PostgreSQL binaries for ${platform} in node_modules: ${ownServer}, or install without omitting optional dependencies.`,
  );
}

export function binariesDoNotRun(binary: string, error: unknown): CannotStart {
  return new CannotStart(
    `The PostgreSQL binary ${binary} does not run on this system (${errorCode(error) ?? oneLine(String(error))}): ${ownServer}.`,
  );
}

export function anotherMajor(folder: string, found: string, brought: string): CannotStart {
  return new CannotStart(
    `The data folder ${folder} holds a PostgreSQL ${found} database, this release brings PostgreSQL ${brought}: move the data with pg_dump from a PostgreSQL ${found} server, or ${elsewhere}.`,
  );
}

export function namelessUser(uid: number): CannotStart {
  return new CannotStart(
    `PostgreSQL cannot make a database as a user without a name (uid ${uid}): give it a line in /etc/passwd, start as another user, or ${ownServer}.`,
  );
}

export function notMade(folder: string, reason: string): CannotStart {
  return new CannotStart(
    `PostgreSQL could not be set up in the data folder ${folder}: ${oneLine(reason)}. Mend that, ${elsewhere}, or ${ownServer}.`,
  );
}

export function notStarted(reason: string, log: string): CannotStart {
  return new CannotStart(
    `PostgreSQL did not start: ${oneLine(reason)}. Mend that or ${elsewhere}; its log is ${log}.`,
  );
}

export function signInRefused(passwordFile: string): CannotStart {
  return new CannotStart(
    `PostgreSQL refuses the password in ${passwordFile}: restore the right one, or ${elsewhere}.`,
  );
}

/** A failed system call can be fixed by a person; any other error is a bug and is not changed. */
export function explained(folder: string, error: unknown): unknown {
  return error instanceof Error && 'syscall' in error ? notMade(folder, error.message) : error;
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ').replace(/\.$/, '');
}
