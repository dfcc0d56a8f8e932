import { marketplaceSecret, microsoftGraph, microsoftMarketplace } from '../shell/first-party-apps.ts';

export interface Tenant {
  readonly id: string;
}

/** A resource of tokens, named by `api://{appId}`, the bare id or an identifier URI. */
export interface Api {
  readonly appId: string;
  readonly identifierUris?: readonly string[];
  readonly tokenVersion: 1 | 2;
  readonly tenantIds: 'all' | readonly string[];
}

interface ClientSecret {
  readonly value: string;
  readonly expiresAt?: Date;
}

/** A client that tokens are issued to. By its bare id, or `api://{clientId}`, it is a resource too. */
export interface Application {
  readonly clientId: string;
  /** Shown on the sign-in page. */
  readonly name?: string;
  readonly tenantIds: 'all' | readonly string[];
  readonly secrets: readonly ClientSecret[];
  /** PEM: certificates for signed assertions instead of a secret. */
  readonly certificates?: readonly string[];
  readonly disabled?: boolean;
  /** A public client has no secret, and uses PKCE only. */
  readonly isPublic?: boolean;
  /** Redirect addresses after sign-in and sign-out; they must match exactly. */
  readonly redirectUris?: readonly string[];
  /** The same for single-page applications, whose codes are redeemed from a browser only. */
  readonly singlePageRedirectUris?: readonly string[];
  /** Users' app roles, in their tokens for this application. */
  readonly assignments?: readonly Assignment[];
  /** The version of tokens for this application as a resource. */
  readonly tokenVersion?: 1 | 2;
  /** The app roles granted to it in every tenant, by the API's application id. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
  /** App roles that administrators of single tenants have consented to. */
  readonly consents?: readonly Consent[];
}

interface Consent {
  readonly tenantId: string;
  /** The API's application id. */
  readonly api: string;
  readonly roles: readonly string[];
}

export interface Assignment {
  /** The user's object id. */
  readonly objectId: string;
  readonly roles: readonly string[];
}

/** A work account. */
export interface User {
  readonly objectId: string;
  readonly tenantId: string;
  readonly name: string;
  readonly preferredUsername: string;
  readonly email?: string;
  /** Makes the user a guest, of another tenant. */
  readonly homeTenantId?: string;
}

export interface Directory {
  readonly tenants: readonly Tenant[];
  readonly apis: readonly Api[];
  readonly applications: readonly Application[];
  readonly users?: readonly User[];
}

/** The directory while the emulator runs. Registering an id again replaces the entry. */
export interface Register {
  registerTenant(tenant: Tenant): void;
  registerApi(api: Api): void;
  registerApplication(application: Application): void;
  registerUser(user: User): void;
  hasTenant(tenantId: string): boolean;
  findApplication(clientId: string, tenantId: string): Application | undefined;
  /** In any tenant. */
  findApplicationAnywhere(clientId: string): Application | undefined;
  findApi(identifier: string, tenantId: string): Api | undefined;
  findUser(tenantId: string, objectId: string): User | undefined;
  listUsers(): readonly User[];
  contents(): Directory;
}

/** The tokens of webhook calls are issued to the marketplace, in each publisher's tenant. */
const marketplaceApplication: Application = {
  clientId: microsoftMarketplace.appId,
  name: 'Commercial marketplace',
  tenantIds: 'all',
  secrets: [{ value: marketplaceSecret }],
  roles: {},
};

export function createRegister(directory: Directory): Register {
  const tenants = new Map<string, Tenant>();
  const apis = new Map<string, Api>();
  const applications = new Map<string, Application>();
  const users = new Map<string, User>();
  const userKey = (tenantId: string, objectId: string) => `${tenantId} ${objectId}`.toLowerCase();

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
      const tenantIds =
        application.tenantIds === 'all' ? 'all' : application.tenantIds.map((id) => id.toLowerCase());
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
    registerUser(user) {
      const objectId = user.objectId.toLowerCase();
      const tenantId = user.tenantId.toLowerCase();
      users.set(userKey(tenantId, objectId), { ...user, objectId, tenantId });
    },
    hasTenant: (tenantId) => tenants.has(tenantId),
    findApplication(clientId, tenantId) {
      const application = applications.get(clientId.toLowerCase());
      return application && isPresentIn(application, tenantId) ? application : undefined;
    },
    findApplicationAnywhere: (clientId) => applications.get(clientId.toLowerCase()),
    findApi(identifier, tenantId) {
      const name = identifier.toLowerCase();
      const appId = name.replace(/^api:\/\//, '');
      const api =
        apis.get(appId) ??
        [...apis.values()].find(({ identifierUris = [] }) =>
          identifierUris.includes(name.replace(/\/$/, '')),
        ) ??
        apiOf(applications.get(appId));
      return api && isPresentIn(api, tenantId) ? api : undefined;
    },
    findUser: (tenantId, objectId) => users.get(userKey(tenantId, objectId)),
    listUsers: () => [...users.values()],
    contents: () => ({
      tenants: [...tenants.values()],
      apis: [...apis.values()],
      applications: [...applications.values()],
      users: [...users.values()],
    }),
  };

  register.registerApi(microsoftGraph);
  register.registerApi(microsoftMarketplace);
  register.registerApplication(marketplaceApplication);
  directory.tenants.forEach(register.registerTenant);
  directory.apis.forEach(register.registerApi);
  directory.applications.forEach(register.registerApplication);
  directory.users?.forEach(register.registerUser);
  return register;
}

export function isPresentIn({ tenantIds }: Pick<Application, 'tenantIds'>, tenantId: string): boolean {
  return tenantIds === 'all' || tenantIds.includes(tenantId);
}

function apiOf(application: Application | undefined): Api | undefined {
  if (!application) return undefined;
  const { clientId, tenantIds, tokenVersion = 1 } = application;
  return { appId: clientId, tokenVersion, tenantIds };
}

/** The app roles of an application on an API in a tenant. */
export function grantedRoles(application: Application, api: Api, tenantId: string): readonly string[] {
  const everywhere = Object.hasOwn(application.roles, api.appId) ? (application.roles[api.appId] ?? []) : [];
  const here = (application.consents ?? [])
    .filter((consent) => consent.tenantId === tenantId && consent.api === api.appId)
    .flatMap((consent) => consent.roles);
  return [...new Set([...everywhere, ...here])];
}
