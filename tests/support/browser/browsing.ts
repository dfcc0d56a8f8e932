/** An HTTP client with a cookie jar. It follows no redirect by itself. */
export class Browsing {
  readonly #cookies = new Map<string, { readonly value: string; readonly path: string }>();

  /** A copy with the same cookies. */
  twin(): Browsing {
    const twin = new Browsing();
    for (const [name, cookie] of this.#cookies) twin.#cookies.set(name, cookie);
    return twin;
  }

  async get(address: string): Promise<Response> {
    return this.#go(address, {});
  }

  async post(address: string, form: Readonly<Record<string, string>> | FormData): Promise<Response> {
    const body = form instanceof FormData ? form : new URLSearchParams(form);
    return this.#go(address, { method: 'POST', body });
  }

  /** Follows redirects to the end. */
  async follow(address: string): Promise<Response> {
    let response = await this.get(address);
    for (let count = 0; response.status >= 300 && response.status < 400 && count < 10; count++) {
      response = await this.get(new URL(response.headers.get('location') ?? '', response.url).href);
    }
    return response;
  }

  get cookieNames(): readonly string[] {
    return [...this.#cookies.keys()];
  }

  /** Edits the stored cookies, as somebody with access to the browser could. */
  tamper(change: (value: string) => string): void {
    for (const [name, { value, path }] of this.#cookies)
      this.#cookies.set(name, { value: change(value), path });
  }

  async #go(address: string, init: RequestInit): Promise<Response> {
    const { pathname } = new URL(address);
    const sent = [...this.#cookies].filter(([, { path }]) => pathname.startsWith(path));
    const cookie = sent.map(([name, { value }]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, {
      ...init,
      redirect: 'manual',
      headers: cookie ? { cookie } : {},
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const path = /; Path=([^;]*)/i.exec(line)?.[1] ?? '/';
    const isOver = /; Max-Age=0\b/i.test(line) || /; Expires=Thu, 01 Jan 1970/i.test(line);
    if (isOver) this.#cookies.delete(name);
    else this.#cookies.set(name, { value, path });
  }
}
