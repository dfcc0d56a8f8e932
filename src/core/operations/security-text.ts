const lifeInDays = 90;
const day = 24 * 3_600_000;

/**
 * The service's `security.txt` (RFC 9116): whom to tell of a vulnerability. Unless the operator names a contact, it is the
 * mailbox that RFC 2142 reserves on the service's own host. The date moves on by itself, a day at a time.
 */
export function securityText(publicUrl: string, contact: string | null, now: Date): string {
  const { hostname } = new URL(publicUrl);
  const expires = new Date(Math.floor(now.getTime() / day + lifeInDays) * day);
  return [
    `Contact: ${contact ?? `mailto:security@${hostname}`}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}
