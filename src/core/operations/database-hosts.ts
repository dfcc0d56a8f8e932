/** libpq's `target_session_attrs`: any server, one that accepts writes, or one that is not a standby. */
export type TargetSession = 'any' | 'read-write' | 'primary';

const targets: readonly TargetSession[] = ['any', 'read-write', 'primary'];

export interface DatabaseHosts {
  /** One URL for each host, in connection order. */
  readonly urls: readonly string[];
  readonly target: TargetSession;
}

/** Completes the sentence "DATABASE_URL must be …". */
export interface DatabaseUrlRefusal {
  readonly mustBe: string;
}

interface Host {
  readonly name: string;
  /** Empty: PostgreSQL's default port. */
  readonly port: string;
}

/**
 * Reads `postgres://user:password@one:5432,two:5433/name?target_session_attrs=read-write` as libpq does; the driver
 * supports only one host. The parameters `host` and `port` override the URL's; a single port applies to all hosts.
 */
export function readDatabaseHosts(url: string): DatabaseHosts | DatabaseUrlRefusal {
  const [, scheme = '', authority = '', path = '', query = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*)([^?#]*)(?:\?([^#]*))?$/i.exec(url) ?? [];
  if (scheme === '') return refuse('an address such as postgres://user:password@host:5432/tessera');
  const parameters = query.split('&').filter((parameter) => parameter !== '');
  const written = (name: string) => parameters.filter((each) => nameOf(each) === name).map(textOf);

  const requested = written('target_session_attrs').at(-1) ?? 'any';
  const target = targets.find((one) => one === requested);
  if (!target) {
    return refuse(
      `an address whose target_session_attrs is read-write, primary or any, not ${requested}: a node needs a server that takes writes`,
    );
  }

  const atSign = authority.lastIndexOf('@') + 1;
  const hosts = withPorts(
    written('host').at(-1)?.split(',').map(hostOfParameter) ??
      authority.slice(atSign).split(',').map(hostOfAuthority),
    written('port').at(-1)?.split(','),
  );
  if ('mustBe' in hosts) return hosts;
  if (hosts.length === 1) return { urls: [url], target };
  const others = parameters.filter(
    (each) => !['host', 'port', 'target_session_attrs'].includes(nameOf(each)),
  );
  const before = scheme + authority.slice(0, atSign);
  const after = others.length > 0 ? `${path}?${others.join('&')}` : path;
  return { urls: hosts.map(({ name, port }) => before + name + (port && `:${port}`) + after), target };
}

function withPorts(
  hosts: readonly (Host | undefined)[],
  ports: readonly string[] | undefined,
): readonly Host[] | DatabaseUrlRefusal {
  const parsed = hosts.filter((host) => host !== undefined);
  if (parsed.length < hosts.length) {
    return refuse('an address whose hosts are like host:5432 or [::1]:5432, separated by commas');
  }
  if (parsed.length > 1 && parsed.some(({ name }) => name === '')) {
    return refuse('an address without an empty host: remove the comma too many');
  }
  if (ports && ports.length !== 1 && ports.length !== parsed.length) {
    return refuse(`an address with one port for all hosts or one for each: it has ${ports.length} ports`);
  }
  const paired = parsed.map((host, index) => ({
    ...host,
    port: ports?.[ports.length === 1 ? 0 : index] ?? host.port,
  }));
  return paired.every(({ port }) => isPort(port))
    ? paired
    : refuse('an address whose ports are numbers from 1 to 65535');
}

const isPort = (port: string) =>
  port === '' || (/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536);

/** Undefined for neither a host name nor an IPv6 address in brackets. */
function hostOfAuthority(text: string): Host | undefined {
  const [whole, name = '', port = ''] = /^(\[[\da-f:.%]+\]|[^:[\]]*)(?::([^:]*))?$/i.exec(text) ?? [];
  return whole === undefined ? undefined : { name, port };
}

/** A parameter has IPv6 addresses without brackets, and may be the directory of a Unix socket. */
function hostOfParameter(text: string): Host {
  return { name: text.includes(':') ? `[${text}]` : encodeURIComponent(text), port: '' };
}

const nameOf = (parameter: string) => decode(parameter.split('=', 1)[0] ?? '');
const textOf = (parameter: string) => decode(parameter.slice(parameter.indexOf('=') + 1));

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const refuse = (mustBe: string): DatabaseUrlRefusal => ({ mustBe });
