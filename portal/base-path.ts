const { base, nonce } = document.documentElement.dataset;

/** The portal's base path: `/portal/`, or longer where the service has a path prefix. */
export const portalPath = base?.startsWith('/') ? base : '/portal/';

/** The service's path prefix, usually empty. */
export const servicePath = portalPath.slice(0, -'/portal/'.length);

/** The service's address, for programs that call it. */
export const serviceUrl = `${window.location.origin}${servicePath}`;

/** The CSP nonce of style elements. */
export const styleNonce = nonce ?? '';
