import { signatureHeader, signingKey } from '../../adapters/partner-endpoint/signature.ts';
import { isLoopback } from '../../core/network/outside-address.ts';
import { WrongCall } from '../call.ts';

const timeoutMilliseconds = 15_000;

/** The response of the program on this machine; without one, the error. */
export interface ForwardedResponse {
  readonly status: number | null;
  readonly error: string | null;
}

export interface Forward {
  post(eventId: string, body: string): Promise<ForwardedResponse>;
}

/**
 * Posts deliveries to a program on this machine. The service shows nobody the secret of an endpoint, so a signature
 * needs it here.
 */
export function readForward(address: string | undefined, secret: string | undefined): Forward | null {
  if (address === undefined) {
    if (secret !== undefined)
      throw new WrongCall('--secret needs --forward: it signs the forwarded requests.');
    return null;
  }
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // Bodies have data of customers.
  if (!url || !/^https?:$/.test(url.protocol) || !isLoopback(url.hostname)) {
    throw new WrongCall('--forward must be an address on this machine, such as http://127.0.0.1:3000/hook.');
  }
  return { post: (eventId, body) => post(url, eventId, body, secret) };
}

async function post(
  url: URL,
  eventId: string,
  body: string,
  secret: string | undefined,
): Promise<ForwardedResponse> {
  const timestamp = Math.floor(Date.now() / 1_000);
  const signature = secret && signatureHeader({ messageId: eventId, body }, [signingKey(secret)], timestamp);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'tessera listen',
        'webhook-id': eventId,
        'webhook-timestamp': String(timestamp),
        ...(signature && { 'webhook-signature': signature }),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    await response.body?.cancel();
    return { status: response.status, error: null };
  } catch (error) {
    return { status: null, error: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const root = cause instanceof Error ? cause : error;
  return root instanceof Error ? root.message : String(root);
}
