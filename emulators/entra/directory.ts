export interface Tenant {
  readonly id: string;
}

/** A resource that tokens can be asked for, as `api://{appId}` or by the bare id. */
export interface Api {
  readonly appId: string;
  readonly tokenVersion: 1 | 2;
  readonly tenantIds: 'all' | readonly string[];
}

export interface ClientSecret {
  readonly value: string;
  readonly expiresAt?: Date;
}

export interface Application {
  readonly clientId: string;
  readonly tenantIds: readonly string[];
  readonly secrets: readonly ClientSecret[];
  readonly disabled?: boolean;
  /** The app roles granted to it, by the API's application id. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
}

export interface Directory {
  readonly tenants: readonly Tenant[];
  readonly apis: readonly Api[];
  readonly applications: readonly Application[];
}

/** The directory while the emulator runs. Registering an id again replaces what it stood for. */
export interface Register {
  registerTenant(tenant: Tenant): void;
  registerApi(api: Api): void;
  registerApplication(application: Application): void;
  hasTenant(tenantId: string): boolean;
  findApplication(clientId: string, tenantId: string): Application | undefined;
  findApi(identifier: string, tenantId: string): Api | undefined;
  contents(): Directory;
}

export function createRegister(directory: Directory): Register {
  const tenants = new Map<string, Tenant>();
  const apis = new Map<string, Api>();
  const applications = new Map<string, Application>();

  const register: Register = {
    registerTenant(tenant) {
      const id = tenant.id.toLowerCase();
      tenants.set(id, { id });
    },
    registerApi(api) {
      const appId = api.appId.toLowerCase();
      const tenantIds = api.tenantIds === 'all' ? 'all' : api.tenantIds.map((id) => id.toLowerCase());
      apis.set(appId, { ...api, appId, tenantIds });
    },
    registerApplication(application) {
      const clientId = application.clientId.toLowerCase();
      const tenantIds = application.tenantIds.map((id) => id.toLowerCase());
      const roles = Object.fromEntries(
        Object.entries(application.roles).map(([apiAppId, names]) => [apiAppId.toLowerCase(), names]),
      );
      applications.set(clientId, { ...application, clientId, tenantIds, roles });
    },
    hasTenant: (tenantId) => tenants.has(tenantId),
    findApplication(clientId, tenantId) {
      const application = applications.get(clientId.toLowerCase());
      return application?.tenantIds.includes(tenantId) ? application : undefined;
    },
    findApi(identifier, tenantId) {
      const api = apis.get(identifier.toLowerCase().replace(/^api:\/\//, ''));
      return api && (api.tenantIds === 'all' || api.tenantIds.includes(tenantId)) ? api : undefined;
    },
    contents: () => ({
      tenants: [...tenants.values()],
      apis: [...apis.values()],
      applications: [...applications.values()],
    }),
  };

  directory.tenants.forEach(register.registerTenant);
  directory.apis.forEach(register.registerApi);
  directory.applications.forEach(register.registerApplication);
  return register;
}

/** The app roles an application holds on an API; none for a name that the record merely inherits. */
export function grantedRoles(application: Application, api: Api): readonly string[] {
  return Object.hasOwn(application.roles, api.appId) ? (application.roles[api.appId] ?? []) : [];
}
