import type { FastifyInstance, FastifyReply, HTTPMethods } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import type { RefusalCode } from '../../core/refusal.ts';
import { type Access, outsideWorkspaces } from './access.ts';
import type { AdminContext } from './admin-context.ts';
import { AdminRequest } from './admin-request.ts';
import { ifMatchHeader, refuseWithoutRevision, sendResult } from './response.ts';
import {
  accountRefusals,
  changeRefusals,
  editRefusals,
  readRefusals,
  sessionRefusals,
  uuid,
} from './schemas.ts';

type ParameterNames<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParameterNames<More>
    : Rest
  : never;

type ParametersOf<Path extends string, Schema extends TSchema> =
  unknown extends Static<Schema> ? Readonly<Record<ParameterNames<Path>, string>> : Static<Schema>;

/** One route: its schema, its access, and its handler. */
interface RouteDefinition<Path extends string, P extends TSchema, Q extends TSchema, B extends TSchema> {
  readonly access: Access;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  /** Without it every parameter of the path is a UUID. */
  readonly params?: P;
  readonly querystring?: Q;
  readonly headers?: TSchema;
  readonly body?: B;
  readonly bodyLimit?: number;
  readonly exactNumbers?: boolean;
  readonly takesFile?: boolean;
  /** The route changes a record that the caller has read: it takes `If-Match`. */
  readonly isEdit?: boolean;
  /** The first status is that of the handler's result. */
  readonly responses: Readonly<Record<number, object>>;
  /** In addition to those of every route of its kind. */
  readonly refusals?: readonly RefusalCode[];
  /** Returns the body, an `AdminResponse` with headers, or a refusal. A result for 204 is not sent. */
  handle(request: AdminRequest<ParametersOf<Path, P>, Static<Q>, Static<B>>): unknown;
}

type AddRoute = <
  const Path extends string,
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
>(
  path: Path,
  definition: RouteDefinition<Path, P, Q, B>,
) => void;

export interface Routes {
  readonly get: AddRoute;
  readonly post: AddRoute;
  readonly put: AddRoute;
  readonly patch: AddRoute;
  readonly delete: AddRoute;
  /** Adds schemas with an `$id` to the document. */
  schemas(...schemas: readonly TSchema[]): void;
}

/** No plugin: registering one copies the application, and a start would make forty copies. */
export type AdminRoutes = (context: AdminContext) => (app: FastifyInstance) => void;

/** Routes with one tag in the document, whose handlers return values; the values are sent here. */
export function adminRoutes(
  tag: string,
  define: (routes: Routes, context: AdminContext) => void,
): AdminRoutes {
  return (context) => (app) => {
    const add =
      (method: HTTPMethods): AddRoute =>
      (path, definition) =>
        addRoute(app, context, method, path, { ...definition, tags: [tag] } as unknown as AnyDefinition);
    const routes = {
      get: add('GET'),
      post: add('POST'),
      put: add('PUT'),
      patch: add('PATCH'),
      delete: add('DELETE'),
      schemas: (...schemas: readonly TSchema[]) => {
        for (const schema of schemas) app.addSchema(schema);
      },
    };
    define(routes, context);
  };
}

type AnyDefinition = RouteDefinition<string, TSchema, TSchema, TSchema> & {
  readonly tags: readonly string[];
};

function addRoute(
  app: FastifyInstance,
  context: AdminContext,
  method: HTTPMethods,
  url: string,
  definition: AnyDefinition,
): void {
  const {
    access,
    bodyLimit,
    exactNumbers,
    takesFile,
    isEdit = false,
    responses,
    refusals = [],
    handle,
    ...schema
  } = definition;
  const status = Number(Object.keys(responses)[0]);
  app.route({
    method,
    url,
    config: { access, ...(exactNumbers && { exactNumbers }), ...(takesFile && { takesFile }) },
    ...(bodyLimit !== undefined && { bodyLimit }),
    schema: {
      ...schema,
      ...(url.includes(':') && { params: schema.params ?? idsIn(url) }),
      ...(isEdit && { headers: ifMatchHeader }),
      ...securityOf(access),
      response: { ...refusalsOf(access, method, isEdit)(...refusals), ...responses },
    },
    handler: async (raw, reply): Promise<FastifyReply> => {
      const unmet = isEdit ? refuseWithoutRevision(raw) : undefined;
      return sendResult(reply, status, unmet ?? (await handle(new AdminRequest(context, raw, reply))));
    },
  });
}

/** The document's default is a session or a service account's key. */
function securityOf(access: Access) {
  if (access === 'public') return { security: [] };
  if (access === 'session') return { security: [{ session: [] }] };
  return access === 'service-account' ? { security: [{ serviceAccountKey: [] }] } : {};
}

function idsIn(url: string) {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return Type.Object(Object.fromEntries(names.map((name) => [name, uuid])));
}

function refusalsOf(access: Access, method: HTTPMethods, isEdit: boolean) {
  if (outsideWorkspaces.includes(access))
    return access === 'service-account' ? accountRefusals : sessionRefusals;
  if (method === 'GET') return readRefusals;
  return isEdit ? editRefusals : changeRefusals;
}
