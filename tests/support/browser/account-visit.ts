import type { Person } from '../worlds/landing-world.ts';
import { Browsing } from './browsing.ts';
import { linkIn } from './landing-visit.ts';

/** A user on the customer's page, with the last page that was shown. */
export class AccountVisitor {
  readonly browser: Browsing;
  status = 0;
  url = '';
  text = '';

  constructor(browser = new Browsing()) {
    this.browser = browser;
  }

  /** Opens the page and signs the person in. */
  static async signIn(url: string, person: Person): Promise<AccountVisitor> {
    const visitor = new AccountVisitor();
    await visitor.open(url);
    const begun = await visitor.browser.get(linkIn(visitor.text, 'Sign in with your work account'));
    const authorize = new URL(begun.headers.get('location') ?? '');
    authorize.searchParams.set('login_hint', person.preferredUsername);
    await visitor.#show(await visitor.browser.follow(authorize.href));
    return visitor;
  }

  async open(url: string): Promise<void> {
    await this.#show(await this.browser.follow(url));
  }

  /** The CSRF protection of the shown page. */
  get form(): string {
    return /name="form" value="([^"]+)"/.exec(this.text)?.[1] ?? '';
  }

  /** Sends a form to an address under the page, and follows the redirect unless told otherwise. */
  async submit(path: string, fields: Readonly<Record<string, string>>, follows = true): Promise<void> {
    const [, account = ''] = /^(.*\/account\/[^/?]+)/.exec(this.url) ?? [];
    const answer = await this.browser.post(account + path, { form: this.form, ...fields });
    const location = answer.headers.get('location');
    if (location === null) await this.#show(answer);
    else if (follows) await this.open(new URL(location, this.url).href);
    else this.status = answer.status;
  }

  /** Sends a form with a file, as a browser does; the address follows the redirect. */
  async upload(
    path: string,
    fields: Readonly<Record<string, string>>,
    files: Readonly<Record<string, string>>,
  ) {
    const [, account = ''] = /^(.*\/account\/[^/?]+)/.exec(this.url) ?? [];
    const form = new FormData();
    for (const [name, value] of Object.entries({ form: this.form, ...fields })) form.set(name, value);
    for (const [name, text] of Object.entries(files)) form.set(name, new Blob([text]), `${name}.txt`);
    const answer = await this.browser.post(account + path, form);
    const location = answer.headers.get('location');
    if (location === null) await this.#show(answer);
    else await this.open(new URL(location, this.url).href);
  }

  /** The id in the release form of a person. */
  memberIdOf(person: string): string {
    const [, after = ''] = this.text.split(`<span>${person} `);
    return /name="memberId" value="([^"]+)"/.exec(after)?.[1] ?? '';
  }

  async #show(response: Response): Promise<void> {
    this.status = response.status;
    this.url = response.url;
    this.text = await response.text();
  }
}
