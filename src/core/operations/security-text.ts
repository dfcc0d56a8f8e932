const lifetimeDays = 90;
const day = 24 * 3_600_000;

/**
 * The service's `security.txt` (RFC 9116). The default contact is the mailbox that RFC 2142 reserves on the service's
 * host. The expiry date advances daily.
 */
export function securityText(publicUrl: string, contact: string | null, now: Date): string {
  const { hostname } = new URL(publicUrl);
  const expires = new Date(Math.floor(now.getTime() / day + lifetimeDays) * day);
  return [
    `Contact: ${contact ?? `mailto:security@${hostname}`}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}
