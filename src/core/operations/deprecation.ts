/** An operation that callers should leave. */
export interface Deprecation {
  readonly since: Date;
  /** From then on it may be gone, at least 12 months after the announcement; null: not decided. */
  readonly sunset: Date | null;
  /** A page that says what to call instead. */
  readonly link: string;
}

/** By method and route, such as `GET /api/v1/entitlements/:tenantId`. */
export type Deprecations = Readonly<Record<string, Deprecation>>;

/** The deprecated operations of both APIs. */
export const deprecations: Deprecations = {};

/** The headers of RFC 9745 (`Deprecation`, `Link`) and RFC 8594 (`Sunset`). */
export function deprecationHeaders({ since, sunset, link }: Deprecation): Readonly<Record<string, string>> {
  return {
    deprecation: `@${Math.floor(since.getTime() / 1_000)}`,
    ...(sunset && { sunset: sunset.toUTCString() }),
    link: `<${link}>; rel="deprecation"; type="text/html"`,
  };
}
