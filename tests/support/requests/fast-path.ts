import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestResponse, World } from '../worlds/world.ts';

/** The parts of a response that the fast path and the route must share. */
export function comparable({ status, body, headers }: TestResponse) {
  const ofTheRequest = ['date', 'x-request-id', 'ratelimit'];
  return { status, body, headers: [...headers].filter(([name]) => !ofTheRequest.includes(name)).sort() };
}

/**
 * The first header identifies the path: the fast path begins with the request id, the router with the security headers.
 */
export async function isAnsweredByFastPath(
  world: World,
  path: string,
  { method = 'GET', headers, body }: { method?: string; headers: Record<string, string>; body?: string },
): Promise<boolean> {
  const [first] = await new Promise<string[]>((resolve, reject) => {
    const asking = request(`${world.service.url}${path}`, { method, headers }, (answer) => {
      text(answer).then(() => resolve(answer.rawHeaders), reject);
    });
    asking.on('error', reject).end(body);
  });
  return first === 'x-request-id';
}
