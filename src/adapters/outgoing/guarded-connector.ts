import { promises as dns } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isAllowedAddress } from '../../core/network/network-address.ts';
import { isLocalName } from '../../core/network/partner-address.ts';

/** Resolves a host name to IP addresses. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export class ForbiddenAddress extends Error {
  constructor(host: string) {
    super(`${host} resolves to an address that is not allowed`);
  }
}

/**
 * Connects to allowed addresses only. Prevents DNS rebinding: a name is resolved once, and the socket gets the checked
 * addresses.
 */
export function guardedConnector(
  allowsLoopback: boolean,
  timeout: number,
  resolve: Resolve,
): buildConnector.connector {
  const isAllowed = (address: string) => isAllowedAddress(address, allowsLoopback);
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const allowed = addresses
          .filter(isAllowed)
          .map((address) => ({ address, family: isIP(address) }))
          .filter(({ family }) => !options.family || options.family === family);
        const [first] = allowed;
        if (!first) callback(new ForbiddenAddress(hostname), '', 0);
        else if (options.all) callback(null, allowed);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, '', 0),
    );
  };
  const connect = buildConnector({ timeout, lookup, autoSelectFamily: true });
  return (options, callback) => {
    const { hostname } = options;
    // The socket does not call `lookup` for an IP address.
    if (isIP(hostname) !== 0 && !isAllowed(hostname)) {
      callback(new ForbiddenAddress(hostname), null);
      return;
    }
    connect(options, callback);
  };
}

/**
 * Resolves names with Node's asynchronous resolver, which blocks no thread: an unresponsive name server delays no other
 * name. `localhost` is always this machine (RFC 6761).
 */
export function nameServers(): Resolve {
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 });
  return async (hostname) => {
    if (isLocalName(hostname)) return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const [first] = answers;
    if (addresses.length === 0) throw first?.status === 'rejected' ? first.reason : new Error('no address');
    return addresses;
  };
}
