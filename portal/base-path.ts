const { base, nonce } = document.documentElement.dataset;

/** Below which path the portal stands: `/portal/`, or more where the service is reached below a path. */
export const portalPath = base?.startsWith('/') ? base : '/portal/';

/** What stands before every address of the service: nothing, mostly. */
export const servicePath = portalPath.slice(0, -'/portal/'.length);

/** Style sheets that scripts write are let in by it. */
export const styleNonce = nonce ?? '';
