import { isGuid } from '../shell/guid.ts';
import {
  CommandError,
  flag,
  list,
  type Members,
  members,
  optional,
  text,
  texts,
} from '../shell/read-json.ts';
import type { Application, Assignment, Tenant, User } from './directory.ts';

/** Reads entries of the directory from JSON. */
export function readTenant(read: Members): Tenant {
  return { id: guid(read, 'id') };
}

export function readUser(read: Members): User {
  return {
    objectId: guid(read, 'objectId'),
    tenantId: guid(read, 'tenantId'),
    name: text(read, 'name'),
    preferredUsername: text(read, 'preferredUsername'),
    ...optional(read, 'email', text),
    ...optional(read, 'homeTenantId', guid),
  };
}

export function readApplication(read: Members): Application {
  const { tokenVersion } = read;
  if (tokenVersion !== undefined && tokenVersion !== 1 && tokenVersion !== 2) {
    throw new CommandError('tokenVersion must be 1 or 2');
  }
  return {
    clientId: guid(read, 'clientId'),
    tenantIds: read.tenantIds === 'all' ? 'all' : texts(read, 'tenantIds'),
    secrets: read.secrets === undefined ? [] : texts(read, 'secrets').map((value) => ({ value })),
    roles: read.roles === undefined ? {} : readRoles(members(read.roles, 'roles')),
    ...optional(read, 'certificates', texts),
    ...optional(read, 'name', text),
    ...optional(read, 'isPublic', flag),
    ...optional(read, 'redirectUris', texts),
    ...optional(read, 'singlePageRedirectUris', texts),
    ...optional(read, 'assignments', (from, name) => list(from, name).map(readAssignment)),
    ...(tokenVersion === undefined ? {} : { tokenVersion }),
  };
}

/** The app roles by the API's id. */
function readRoles(read: Members): Application['roles'] {
  const wrong = Object.keys(read).find((api) => !isGuid(api));
  if (wrong !== undefined) throw new CommandError('roles must be named by the GUIDs of APIs');
  return Object.fromEntries(Object.keys(read).map((api) => [api, texts(read, api)]));
}

function readAssignment(value: unknown): Assignment {
  const read = members(value, 'an assignment');
  return { objectId: guid(read, 'objectId'), roles: texts(read, 'roles') };
}

function guid(read: Members, name: string): string {
  const value = text(read, name);
  if (isGuid(value)) return value;
  throw new CommandError(`${name} must be a GUID`);
}
