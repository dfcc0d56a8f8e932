import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { seal, unseal } from '../../secrets/seal.ts';
import type { ApiContext } from '../context.ts';

export type Sealing = Pick<ApiContext, 'clock' | 'encryptionKey' | 'publicUrl'>;

export interface SealedCookieOptions {
  readonly name: string;
  /** Path of the cookie within this service. Without one, it is for the whole host: over HTTPS, `__Host-` binds it there. */
  readonly path?: string;
  readonly lifetimeSeconds: number;
}

/**
 * State in the browser, so that any node can continue: encrypted, bound to its name, and expired by its own time stamp,
 * whatever the browser does.
 */
export class SealedCookie<Value> {
  readonly #options: SealedCookieOptions;

  constructor(options: SealedCookieOptions) {
    this.#options = options;
  }

  set(context: Sealing, reply: FastifyReply, value: Value): void {
    const { lifetimeSeconds } = this.#options;
    const expiresAt = context.clock.now().getTime() + lifetimeSeconds * 1000;
    const sealed = seal(JSON.stringify({ expiresAt, value }), context.encryptionKey, this.#place);
    const text = Buffer.from(sealed).toString('base64url');
    reply.setCookie(this.#nameAt(context), text, { ...this.#attributes(context), maxAge: lifetimeSeconds });
  }

  read(context: Sealing, request: FastifyRequest): Value | undefined {
    const text = request.cookies[this.#nameAt(context)];
    const opened = text && this.#open(context, text);
    return opened && opened.expiresAt > context.clock.now().getTime() ? opened.value : undefined;
  }

  clear(context: Sealing, reply: FastifyReply): void {
    reply.clearCookie(this.#nameAt(context), this.#attributes(context));
  }

  get #place() {
    return { purpose: 'cookie', belongsTo: `cookie ${this.#options.name}` } as const;
  }

  #open({ encryptionKey }: Sealing, text: string): { expiresAt: number; value: Value } | undefined {
    try {
      return JSON.parse(unseal(Buffer.from(text, 'base64url'), encryptionKey, this.#place));
    } catch {
      return undefined;
    }
  }

  #isHostBound({ publicUrl }: Sealing): boolean {
    return this.#options.path === undefined && publicUrl.startsWith('https:');
  }

  #nameAt(context: Sealing): string {
    return this.#isHostBound(context) ? `__Host-${this.#options.name}` : this.#options.name;
  }

  #attributes(context: Sealing) {
    const { protocol, pathname } = new URL(context.publicUrl);
    const { path = '/' } = this.#options;
    return {
      // `__Host-` allows no other path.
      path: this.#isHostBound(context) ? '/' : pathname.replace(/\/$/, '') + path,
      httpOnly: true,
      // Sent on top-level navigation from other sites, but not on their embedded requests.
      sameSite: 'lax',
      secure: protocol === 'https:',
    } as const;
  }
}
