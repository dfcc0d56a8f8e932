const headEnd = Buffer.from('\r\n\r\n');
const lengthName = Buffer.from('content-length: ');

/** The length of the response that begins here, in bytes; infinite while its head is incomplete. */
export function responseLength(received: Buffer): number {
  const headEndsAt = received.indexOf(headEnd);
  if (headEndsAt < 0) return Number.POSITIVE_INFINITY;
  const at = received.indexOf(lengthName);
  if (at < 0 || at > headEndsAt) return headEndsAt + headEnd.length;
  const from = at + lengthName.length;
  const bodyLength = Number(received.toString('latin1', from, received.indexOf('\r', from)));
  return headEndsAt + headEnd.length + bodyLength;
}
