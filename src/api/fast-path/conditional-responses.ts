import { cacheControl, contentType } from '../conditional.ts';
import type { FastPathOptions } from './fast-path-listener.ts';
import { FastPathResponse } from './fast-path-response.ts';

/** The responses 200 and 304 of a GET route whose content has an ETag. */
export function conditionalResponses(route: string, options: FastPathOptions) {
  const kind = { method: 'GET', route } as const;
  const constant = { 'cache-control': cacheControl };
  return {
    /** Varies by the ETag. */
    notModified: new FastPathResponse({ ...kind, status: 304, varying: ['etag'], constant }, options),
    /** Varies by the ETag and the content length. */
    full: new FastPathResponse(
      {
        ...kind,
        status: 200,
        varying: ['etag', 'content-length'],
        constant: { ...constant, 'content-type': contentType },
      },
      options,
    ),
  };
}
