export interface Page {
  readonly offset: number;
  readonly size: number;
}

const LARGEST_SIZE = 999;

/** `Prefer: odata.maxpagesize=…`, limited to the largest page. */
export function preferredPageSize(prefer: string | undefined): number | undefined {
  const size = Number(/(?:^|[\s,;])odata\.maxpagesize=(\d{1,6})/i.exec(prefer ?? '')?.[1]);
  return size >= 1 ? Math.min(size, LARGEST_SIZE) : undefined;
}

/** A skip token carries the page size, so that callers need not repeat the preference. */
export function writeSkipToken({ offset, size }: Page): string {
  return Buffer.from(`${offset} ${size}`).toString('base64url');
}

export function readSkipToken(text: string): Page | undefined {
  const [, offset, size] = /^(\d{1,6}) (\d{1,3})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return offset === undefined || size === undefined || Number(size) === 0
    ? undefined
    : { offset: Number(offset), size: Number(size) };
}
