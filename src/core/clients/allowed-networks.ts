import {
  isWithin,
  type Network,
  networkText,
  readAddress,
  readNetwork,
  withoutHostBits,
  withoutMapping,
} from '../network/network-address.ts';
import { type Refusal, refuse, refuseInvalid } from '../refusal.ts';

export const maxAllowedNetworks = 50;

/** The networks that a key may be used from, read once when the key is loaded. */
export type AllowedNetworks = readonly Network[];

/**
 * The written networks in canonical text, each once. Null or none: from anywhere. An address with bits beyond its prefix
 * is refused: it may be an address whose prefix is wrong, which would allow more than was meant.
 */
export function readAllowedNetworks(written: readonly string[] | null): readonly string[] | null | Refusal {
  if (written === null || written.length === 0) return null;
  if (written.length > maxAllowedNetworks) {
    const message = `must have at most ${maxAllowedNetworks} networks`;
    return refuseInvalid([{ path: 'allowedNetworks', rule: 'maxItems', message }]);
  }
  const issues = written.flatMap((text, index) => {
    const message = problemOf(text);
    return message === undefined ? [] : [{ path: `allowedNetworks.${index}`, rule: 'network', message }];
  });
  if (issues.length > 0) return refuseInvalid(issues);
  return [...new Set(parseAllowedNetworks(written).map(networkText))];
}

function problemOf(text: string): string | undefined {
  const network = readNetwork(text);
  if (!network) return 'must be an IP address or a network such as 192.0.2.0/24 or 2001:db8::/32';
  const whole = networkText(withoutHostBits(network));
  if (networkText(network) === whole) return undefined;
  const alone = networkText({ bytes: network.bytes, bits: network.bytes.length * 8 });
  return `has bits beyond its prefix: write ${whole} for the network, or ${alone} for the address`;
}

/** Of a list that was read before. */
export function parseAllowedNetworks(texts: readonly string[]): AllowedNetworks {
  return texts.flatMap((text) => {
    const network = readNetwork(text);
    return network ? [withoutMapping(network)] : [];
  });
}

/** `address`: the caller's, as the service takes it behind trusted proxies. */
export function refuseFromElsewhere(networks: AllowedNetworks, address: string): Refusal | undefined {
  const read = readAddress(address);
  const bytes = read && withoutMapping({ bytes: read, bits: 8 * read.length }).bytes;
  if (bytes && networks.some((network) => isWithin(bytes, network))) return undefined;
  return refuse('auth.network_not_allowed', { address });
}
