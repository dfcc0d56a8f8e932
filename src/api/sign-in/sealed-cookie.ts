import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { seal, unseal } from '../../secrets/seal.ts';
import type { ApiContext } from '../context.ts';

/** What sealing needs of the context. */
export type Sealing = Pick<ApiContext, 'clock' | 'encryptionKey' | 'publicUrl'>;

export interface SealedCookieOptions {
  readonly name: string;
  /** Of this service, below which the browser sends it. */
  readonly path: string;
  readonly lifetimeSeconds: number;
}

/**
 * What a browser keeps for us, so that any node can go on where another began: sealed, so that nobody reads or changes
 * it, bound to its name, and dead at its time whatever the browser does with it.
 */
export class SealedCookie<Value> {
  readonly #options: SealedCookieOptions;

  constructor(options: SealedCookieOptions) {
    this.#options = options;
  }

  set(context: Sealing, reply: FastifyReply, value: Value): void {
    const { name, lifetimeSeconds } = this.#options;
    const expiresAt = context.clock.now().getTime() + lifetimeSeconds * 1000;
    const sealed = seal(JSON.stringify({ expiresAt, value }), context.encryptionKey, this.#place);
    const text = Buffer.from(sealed).toString('base64url');
    reply.setCookie(name, text, { ...this.#attributes(context), maxAge: lifetimeSeconds });
  }

  read(context: Sealing, request: FastifyRequest): Value | undefined {
    const text = request.cookies[this.#options.name];
    const kept = text && this.#open(context, text);
    return kept && kept.expiresAt > context.clock.now().getTime() ? kept.value : undefined;
  }

  clear(context: Sealing, reply: FastifyReply): void {
    reply.clearCookie(this.#options.name, this.#attributes(context));
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

  #attributes({ publicUrl }: Sealing) {
    const { protocol, pathname } = new URL(publicUrl);
    return {
      path: pathname.replace(/\/$/, '') + this.#options.path,
      httpOnly: true,
      // Sent when another site leads here by a link, and by nothing else that another site can do.
      sameSite: 'lax',
      secure: protocol === 'https:',
    } as const;
  }
}
