/** The forms of the service have fewer fields. */
const maxFields = 10;
const maxHeaderBytes = 1_024;

/**
 * The fields of a form that sends files, each as text; undefined if the body is no such form. It scans the body once and
 * copies nothing but the fields, since a usage file has megabytes.
 */
export function readMultipart(contentType: string, body: Buffer): Record<string, string> | undefined {
  const [, boundary] = /;\s*boundary="?([^";\s]{1,70})"?/i.exec(contentType) ?? [];
  const begin = `--${boundary}`;
  if (boundary === undefined || body.toString('latin1', 0, begin.length) !== begin) return undefined;
  const delimiter = `\r\n${begin}`;
  const fields: Record<string, string> = {};
  let at = begin.length;
  for (let count = 0; count <= maxFields; count++) {
    if (body.toString('latin1', at, at + 2) === '--') return fields;
    const headEnd = body.indexOf('\r\n\r\n', at);
    const end = headEnd < 0 || headEnd - at > maxHeaderBytes ? -1 : body.indexOf(delimiter, headEnd + 4);
    const [, name] =
      end < 0 ? [] : (/[\s;]name="([^"\r\n]*)"/i.exec(body.toString('utf8', at, headEnd)) ?? []);
    if (name === undefined) return undefined;
    fields[name] = body.toString('utf8', headEnd + 4, end);
    at = end + delimiter.length;
  }
  return undefined;
}
