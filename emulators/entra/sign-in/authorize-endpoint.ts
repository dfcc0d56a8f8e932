import { randomUUID } from 'node:crypto';
import type { EmulatorResponse } from '../../shell/response.ts';
import { isPresentIn, type Register, type User } from '../directory.ts';
import { failureBody, failureResponse, type RequestContext } from '../failure.ts';
import { type AuthorizationRequest, type ReturnAddress, readAuthorization } from './authorization-request.ts';
import type { Grants } from './grants.ts';
import { chosenUserField, failurePage, formPostPage, pickerPage } from './pages.ts';

export interface AuthorizeCall {
  readonly segment: string;
  readonly method: string;
  readonly parameters: URLSearchParams;
  readonly context: RequestContext;
}

/** Shows the user picker unless the request names the user, and redirects the browser. */
export function answerAuthorize(call: AuthorizeCall, register: Register, grants: Grants): EmulatorResponse {
  const { parameters, context } = call;
  if (call.method !== 'GET' && call.method !== 'POST')
    return { status: 405, headers: { allow: 'GET, POST' } };
  const read = readAuthorization(call.segment, parameters, register);
  if ('shown' in read) {
    return failurePage(failureResponse(read.shown, context).status, failureBody(read.shown, context));
  }
  if ('returned' in read) {
    const { error, error_description: description, error_uri: uri } = failureBody(read.returned, context);
    return sendBack(read.to, { error, error_description: description, error_uri: uri });
  }

  const { request } = read;
  const users = usersWhoMay(request, register);
  const user = chosenUser(parameters, users) ?? hintedUser(request, users);
  if (user) {
    const sessionId = randomUUID();
    const { application, scope, nonce, isSinglePage, redirectUri, challenge } = request;
    const code = grants.issueCode(
      {
        clientId: application.clientId,
        tenantId: user.tenantId,
        userId: user.objectId,
        scope,
        nonce,
        sessionId,
        isSinglePage,
        redirectUri,
        challenge,
      },
      context.now,
    );
    return sendBack(request, { code, session_state: sessionId });
  }
  if (request.prompt === 'none') {
    const { error, error_description: description } = failureBody(
      { failure: 'notSignedIn', subject: '' },
      context,
    );
    return sendBack(request, { error, error_description: description });
  }
  return pickerPage(request.application.name ?? request.application.clientId, users, parameters);
}

function usersWhoMay({ application, tenantId }: AuthorizationRequest, register: Register): readonly User[] {
  return register
    .listUsers()
    .filter((user) =>
      tenantId === undefined ? isPresentIn(application, user.tenantId) : user.tenantId === tenantId,
    );
}

function chosenUser(parameters: URLSearchParams, users: readonly User[]): User | undefined {
  const chosen = parameters.get(chosenUserField);
  return users.find(({ tenantId, objectId }) => `${tenantId} ${objectId}` === chosen);
}

/** A hint picks the user, unless the prompt requires the user picker. */
function hintedUser({ prompt, loginHint }: AuthorizationRequest, users: readonly User[]): User | undefined {
  if (loginHint === undefined || prompt === 'login' || prompt === 'select_account') return undefined;
  const hint = loginHint.toLowerCase();
  return users.find(
    ({ preferredUsername, objectId }) => preferredUsername.toLowerCase() === hint || objectId === hint,
  );
}

function sendBack(
  { redirectUri, responseMode, state }: ReturnAddress,
  answer: Readonly<Record<string, string>>,
): EmulatorResponse {
  const parameters = Object.entries(state === undefined ? answer : { ...answer, state });
  if (responseMode === 'form_post') return formPostPage(redirectUri, parameters);
  const encoded = new URLSearchParams(parameters).toString();
  const joint = responseMode === 'fragment' ? '#' : redirectUri.includes('?') ? '&' : '?';
  return {
    status: 302,
    headers: { location: `${redirectUri}${joint}${encoded}`, 'cache-control': 'no-store' },
  };
}
