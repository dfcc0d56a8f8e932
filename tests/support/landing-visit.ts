import type { Browsing } from './browsing.ts';
import type { Person } from './landing-world.ts';

/** Where a link of the page leads. */
export function linkIn(text: string, words: string): string {
  const [, address = ''] = new RegExp(`href="([^"]+)"[^>]*>${words}<`).exec(text) ?? [];
  return address.replaceAll('&amp;', '&');
}

/** Comes by the link, signs in as the person, and gives the page they land on. */
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
