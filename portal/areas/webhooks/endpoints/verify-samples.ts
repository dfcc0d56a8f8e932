/** Functions that verify a delivery with the secret of its endpoint, without a library. */
export const verifySamples = [
  {
    name: 'TypeScript',
    text: `import { createHmac, timingSafeEqual } from 'node:crypto';

type Headers = Record<string, string | undefined>;

/** Call it with the raw body, before it is parsed. */
export function isFromTessera(secret: string, body: string, headers: Headers): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signatures = '' } = headers;
  const isRecent = Math.abs(Date.now() / 1000 - Number(sentAt)) <= 300;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${sentAt}.\${body}\`).digest();
  const isExpected = (signature: string) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  return isRecent && signatures.split(' ').some(isExpected);
}`,
  },
  {
    name: 'Python',
    text: `import base64, hashlib, hmac, time

def is_from_tessera(secret: str, body: bytes, headers) -> bool:
    """Call it with the raw body, before it is parsed."""
    event_id, sent_at = headers["webhook-id"], headers["webhook-timestamp"]
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{event_id}.{sent_at}.".encode() + body
    digest = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    is_recent = abs(time.time() - int(sent_at)) <= 300
    return is_recent and any(
        hmac.compare_digest(signature, f"v1,{digest}")
        for signature in headers["webhook-signature"].split(" ")
    )`,
  },
] as const;
