/**
 * Every error of this library.
 *
 * @example
 * ```ts
 * import { TesseraError } from '@tessera/client';
 *
 * try {
 *   await tessera.entitlement(tenantId);
 * } catch (error) {
 *   if (!(error instanceof TesseraError)) throw error;
 *   console.error(error.name); // TesseraUnavailable or TesseraRefused
 * }
 * ```
 */
export class TesseraError extends Error {
  override name = 'TesseraError';
}

/**
 * The service gave no answer, and none is known. `cause` has the last failure.
 *
 * @example
 * ```ts
 * import { TesseraUnavailable } from '@tessera/client';
 *
 * const entitlement = await tessera.entitlement(tenantId).catch((error: unknown) => {
 *   if (error instanceof TesseraUnavailable) return undefined; // An outage, and the tenant was never read.
 *   throw error;
 * });
 * ```
 */
export class TesseraUnavailable extends TesseraError {
  override name = 'TesseraUnavailable';
}

/**
 * The options are wrong; the message says what to do.
 *
 * @example
 * ```ts
 * import { createTessera, TesseraConfigurationError } from '@tessera/client';
 *
 * try {
 *   createTessera({ url: 'https://tessera.example', product: 'aqueduct', credential: { apiKey: '' }, cacheSize: 0 });
 * } catch (error) {
 *   if (error instanceof TesseraConfigurationError) console.error(error.message); // cacheSize is "0": use a number of tenants.
 * }
 * ```
 */
export class TesseraConfigurationError extends TesseraError {
  override name = 'TesseraConfigurationError';
}

/** The part of a problem document (RFC 9457) that is used. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly title?: string;
  readonly detail?: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/**
 * The service, or the identity provider for a token, refused the request.
 *
 * @example
 * ```ts
 * import { TesseraRefused } from '@tessera/client';
 *
 * try {
 *   await tessera.entitlement('contoso');
 * } catch (error) {
 *   if (error instanceof TesseraRefused) console.error(error.status, error.code); // 400 request.validation_failed
 * }
 * ```
 */
export class TesseraRefused extends TesseraError {
  override name = 'TesseraRefused';
  /** The status of the HTTP response. */
  readonly status: number;
  /** The error code of the service, such as `auth.credentials_invalid`. */
  readonly code: string;
  readonly detail: string;
  /** The facts of the refusal, such as the `member` that is wrong. */
  readonly args: Readonly<Record<string, unknown>>;

  constructor({ status, code, title = 'Refused', detail = '', args = {} }: Problem) {
    super(`${title}${detail && `: ${detail}`} (${status} ${code})`);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.args = args;
  }
}

/** An argument of a call is wrong, so that the service is not asked. */
export function refuseArgument(member: string, detail: string): TesseraRefused {
  return new TesseraRefused({ status: 400, code: 'request.validation_failed', detail, args: { member } });
}

/**
 * The request is no webhook of the service, or an old one. The message is the reason.
 *
 * @example
 * ```ts
 * import { verifyWebhook, WebhookRefused } from '@tessera/client';
 *
 * export async function receive(request: Request): Promise<Response> {
 *   try {
 *     const { type, data } = await verifyWebhook(request, process.env.WEBHOOK_SECRET ?? '');
 *     console.log(type, data.tenantId);
 *     return new Response(null, { status: 204 });
 *   } catch (error) {
 *     if (error instanceof WebhookRefused) return new Response(error.message, { status: error.status });
 *     throw error;
 *   }
 * }
 * ```
 */
export class WebhookRefused extends TesseraError {
  override name = 'WebhookRefused';
  /** 401: the signature is missing, wrong or old. 400: the body is too large or no event. */
  readonly status: 400 | 401;

  constructor(status: 400 | 401, message: string) {
    super(message);
    this.status = status;
  }
}

/** Whether repeating the request cannot help until somebody changes the configuration. */
export function isConfigurationFault(error: unknown): boolean {
  return error instanceof TesseraRefused || error instanceof TesseraConfigurationError;
}
