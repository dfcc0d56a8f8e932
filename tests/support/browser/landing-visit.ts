import type { Person } from '../worlds/landing-world.ts';
import type { Browsing } from './browsing.ts';

/** The target of a link on the page. */
export function linkIn(text: string, words: string): string {
  const [, address = ''] = new RegExp(`href="([^"]+)"[^>]*>${words}<`).exec(text) ?? [];
  return address.replaceAll('&amp;', '&');
}

/** Opens the link, signs the person in, and returns the resulting page. */
export async function visitLanding(browser: Browsing, link: string, person: Person): Promise<Response> {
  const greeting = await (await browser.get(link)).text();
  const begun = await browser.get(linkIn(greeting, 'Sign in with your work account'));
  const authorize = new URL(begun.headers.get('location') ?? '');
  authorize.searchParams.set('login_hint', person.preferredUsername);
  return browser.follow(authorize.href);
}

export async function confirmPurchase(browser: Browsing, page: string): Promise<Response> {
  const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(page) ?? [];
  const [, confirmation = ''] = /name="confirmation" value="([^"]+)"/.exec(page) ?? [];
  const answer = await browser.post(action, { confirmation });
  return answer.status === 303 ? browser.follow(answer.headers.get('location') ?? '') : answer;
}
