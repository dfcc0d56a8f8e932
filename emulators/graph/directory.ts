import { guidOf } from '../entra/guid.ts';

export interface UsageRight {
  /** Made up from the user and the place in the list when not given. */
  readonly id?: string;
  readonly catalogId: string;
  readonly serviceIdentifier: string;
  /** `active`, `inactive`, `warning`, `suspended`, or whatever the future brings. */
  readonly state: string;
}

export interface User {
  readonly tenantId: string;
  /** The object id. */
  readonly id: string;
  /** In this order; the same service may be in it more than once, as it is in the field. */
  readonly usageRights: readonly UsageRight[];
}

export interface GraphDirectory {
  readonly users: readonly User[];
}

/** The directory while the emulator runs. Registering a user again replaces what was there. */
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
