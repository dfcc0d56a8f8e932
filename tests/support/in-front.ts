import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Answer, World } from './world.ts';

/** What must be the same, whoever answers: all but what belongs to the one request. */
export function comparable({ status, body, headers }: Answer) {
  const ofTheRequest = ['date', 'x-request-id', 'ratelimit'];
  return { status, body, headers: [...headers].filter(([name]) => !ofTheRequest.includes(name)).sort() };
}

/** Whoever answers in front of the router begins with the request's id, the router with what protects browsers. */
export async function isAnsweredInFront(
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
