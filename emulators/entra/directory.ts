import { MICROSOFT_GRAPH } from './microsoft-graph.ts';
import { microsoftMarketplace } from './microsoft-marketplace.ts';

export interface Tenant {
  readonly id: string;
}

/** A resource that tokens can be asked for, as `api://{appId}`, by the bare id or by a URI of its own. */
export interface Api {
  readonly appId: string;
  readonly identifierUris?: readonly string[];
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
  /** The app roles granted to it in every tenant, by the API's application id. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
  /** What the administrators of single tenants have consented to besides. */
  readonly consents?: readonly Consent[];
}

export interface Consent {
  readonly tenantId: string;
  /** The API's application id. */
  readonly api: string;
  readonly roles: readonly string[];
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
      const identifierUris = (api.identifierUris ?? []).map((uri) => uri.toLowerCase());
      apis.set(appId, { ...api, appId, identifierUris, tenantIds });
    },
    registerApplication(application) {
      const clientId = application.clientId.toLowerCase();
      const tenantIds = application.tenantIds.map((id) => id.toLowerCase());
      const roles = Object.fromEntries(
        Object.entries(application.roles).map(([apiAppId, names]) => [apiAppId.toLowerCase(), names]),
      );
      const consents = (application.consents ?? []).map((consent) => ({
        ...consent,
        tenantId: consent.tenantId.toLowerCase(),
        api: consent.api.toLowerCase(),
      }));
      applications.set(clientId, { ...application, clientId, tenantIds, roles, consents });
    },
    hasTenant: (tenantId) => tenants.has(tenantId),
    findApplication(clientId, tenantId) {
      const application = applications.get(clientId.toLowerCase());
      return application?.tenantIds.includes(tenantId) ? application : undefined;
    },
    findApi(identifier, tenantId) {
      const name = identifier.toLowerCase();
      const api =
        apis.get(name.replace(/^api:\/\//, '')) ??
        [...apis.values()].find(({ identifierUris = [] }) =>
          identifierUris.includes(name.replace(/\/$/, '')),
        );
      return api && (api.tenantIds === 'all' || api.tenantIds.includes(tenantId)) ? api : undefined;
    },
    contents: () => ({
      tenants: [...tenants.values()],
      apis: [...apis.values()],
      applications: [...applications.values()],
    }),
  };

  register.registerApi(MICROSOFT_GRAPH);
  register.registerApi(microsoftMarketplace);
  directory.tenants.forEach(register.registerTenant);
  directory.apis.forEach(register.registerApi);
  directory.applications.forEach(register.registerApplication);
  return register;
}

/** The app roles an application holds on an API in a tenant; none for a name that the record merely inherits. */
export function grantedRoles(application: Application, api: Api, tenantId: string): readonly string[] {
  const everywhere = Object.hasOwn(application.roles, api.appId) ? (application.roles[api.appId] ?? []) : [];
  const here = (application.consents ?? [])
    .filter((consent) => consent.tenantId === tenantId && consent.api === api.appId)
    .flatMap((consent) => consent.roles);
  return [...new Set([...everywhere, ...here])];
}
