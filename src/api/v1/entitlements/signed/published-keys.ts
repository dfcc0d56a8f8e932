import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { jwkSet } from '../../../../core/entitlements/signed/signing-key.ts';
import { refuse } from '../../../../core/refusal.ts';
import { refuseRateLimited } from '../../../authentication/rate-limit.ts';
import type { ApiContext } from '../../../context.ts';
import { contentType, etagOf, matchesEtag } from '../../../http/headers.ts';
import { sendRefusal } from '../../../http/problem.ts';
import { conditionalHeaders, header, jsonResponse, refusalResponses } from '../../../schemas.ts';
import { findRevocationList, findSigning, type SigningContext } from './find-signing.ts';

const readsPerMinute = 300;
const publicFor5Minutes = 'public, max-age=300';
const jwtContentType = 'application/jwt';

const WorkspacePath = Type.Object({ workspaceId: Type.String({ format: 'uuid' }) });

const published = {
  tags: ['Entitlements'],
  security: [],
  headers: conditionalHeaders,
  params: WorkspacePath,
};

const publishedHeaders = {
  ETag: header('Changes when, and only when, the response does. Send it back as `If-None-Match`.'),
  'Cache-Control': header(publicFor5Minutes),
};

const otherResponses = {
  304: {
    type: 'null',
    description: 'The response with this ETag is still current.',
    headers: publishedHeaders,
  },
  ...refusalResponses([
    'request.validation_failed',
    'resource.not_found',
    'request.rate_limited',
    'service.internal_error',
    'service.unavailable',
  ]),
};

const JwkSet = Type.Object({
  keys: Type.Array(
    Type.Object({
      kty: Type.String(),
      crv: Type.String(),
      x: Type.String(),
      kid: Type.String({ description: 'The RFC 7638 thumbprint of the key.' }),
      use: Type.String(),
      alg: Type.String(),
    }),
    { description: 'The active key first, then replaced ones. Empty: the workspace has signed nothing yet.' },
  ),
});

const exampleKey = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwbi9jHURo8',
  kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  use: 'sig',
  alg: 'EdDSA',
};

/** What anybody may read of a workspace, to verify what it has signed. */
export const publishedKeysRoutes =
  (context: SigningContext & Pick<ApiContext, 'rateLimiter'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const limit = async (request: FastifyRequest, reply: FastifyReply) => {
      const decision = await context.rateLimiter.take(`signing-keys:${request.ip}`, readsPerMinute);
      return decision.allowed ? undefined : sendRefusal(reply, refuseRateLimited(decision));
    };
    app.get(
      '/.well-known/tessera/:workspaceId/jwks.json',
      {
        onRequest: limit,
        schema: {
          ...published,
          operationId: 'readSigningKeys',
          summary: 'Read the public signing keys of a workspace',
          description:
            'A JWK set (RFC 7517) for everybody, to verify entitlement tokens, licence files and the revocation list. A ' +
            'replaced key stays for 430 days; a withdrawn one is not in it.',
          response: {
            200: jsonResponse('The keys.', JwkSet, { keys: [exampleKey] }, publishedHeaders),
            ...otherResponses,
          },
        },
      },
      async (request, reply) => {
        const signing = await findSigning(context, request.params.workspaceId.toLowerCase());
        if (!signing) return sendUnknown(reply);
        return sendPublished(reply, JSON.stringify(jwkSet(signing.keys, context.clock.now())), contentType);
      },
    );
    app.get(
      '/.well-known/tessera/:workspaceId/revoked.jwt',
      {
        onRequest: limit,
        schema: {
          ...published,
          operationId: 'readRevocationList',
          summary: 'Read the revoked licence files of a workspace',
          description:
            "A JWS for everybody, signed with the workspace's key: the ids of revoked licence files until their end, and when " +
            'the next list is due. 404 for a workspace that has signed nothing yet.',
          response: {
            200: {
              description: 'The signed list.',
              headers: publishedHeaders,
              content: {
                [jwtContentType]: {
                  schema: { type: 'string' },
                  examples: { list: { value: 'eyJhbGciOiJFZERTQSJ9.eyJyZXZva2VkIjpbXX0.c2lnbmF0dXJl' } },
                },
              },
            },
            ...otherResponses,
          },
        },
      },
      async (request, reply) => {
        const list = await findRevocationList(context, request.params.workspaceId.toLowerCase());
        return list === undefined ? sendUnknown(reply) : sendPublished(reply, list, jwtContentType);
      },
    );
  };

function sendUnknown(reply: FastifyReply): FastifyReply {
  const detail = 'There is no workspace with this id, or it has signed nothing yet.';
  return sendRefusal(
    reply,
    refuse('resource.not_found', { kind: 'workspace', parameter: 'workspaceId' }, detail),
  );
}

function sendPublished(reply: FastifyReply, text: string, type: string): FastifyReply {
  const tag = etagOf(text);
  reply.headers({ etag: tag, 'cache-control': publicFor5Minutes });
  if (matchesEtag(reply.request.raw, tag)) return reply.code(304).send();
  return reply.header('content-type', type).send(text);
}
