import { guidOf } from '../shell/guid.ts';

export interface UsageRight {
  /** Derived from the user and the index when absent. */
  readonly id?: string;
  readonly catalogId: string;
  readonly serviceIdentifier: string;
  /** `active`, `inactive`, `warning`, `suspended`, or an unknown one. */
  readonly state: string;
}

interface User {
  readonly tenantId: string;
  /** The object id. */
  readonly id: string;
  /** In this order; as in the real service, a service may be listed more than once. */
  readonly usageRights: readonly UsageRight[];
}

export interface GraphDirectory {
  readonly users: readonly User[];
}

/** The directory while the emulator runs. Registering a user again replaces the entry. */
export interface UserRegister {
  registerUser(user: User): void;
  findUser(tenantId: string, id: string): User | undefined;
  contents(): GraphDirectory;
}

export function createUserRegister(directory: GraphDirectory): UserRegister {
  const users = new Map<string, User>();
  const nameOf = (tenantId: string, id: string) => `${tenantId} ${id}`.toLowerCase();

  const register: UserRegister = {
    registerUser(user) {
      const tenantId = user.tenantId.toLowerCase();
      const id = user.id.toLowerCase();
      const usageRights = user.usageRights.map((right, index) => ({
        ...right,
        id: right.id ?? guidOf('usage right', tenantId, id, String(index)),
      }));
      users.set(nameOf(tenantId, id), { tenantId, id, usageRights });
    },
    findUser: (tenantId, id) => users.get(nameOf(tenantId, id)),
    contents: () => ({ users: [...users.values()] }),
  };

  directory.users.forEach(register.registerUser);
  return register;
}
