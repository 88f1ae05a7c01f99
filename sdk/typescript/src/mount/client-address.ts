import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, type Server, Socket } from 'node:net';

const FORWARDED_FOR = 'x-forwarded-for';
const UNIX = 'unix:';

/**
 * Returns a function that finds the sender of a request: the peer of the socket, unless that is a trusted proxy. Then it
 * reads X-Forwarded-For from the right, and the first address that is not a trusted proxy is the client. Undefined if
 * there is no address, as on a Unix socket.
 *
 * @param trustedProxies addresses and ranges ("10.0.0.0/8", "::1"); "unix:" for all peers on a Unix socket. Throws on
 *   anything else, naming the entry.
 */
export function clientAddresses(trustedProxies: readonly string[]): (request: IncomingMessage) => string | undefined {
  const trusted = new BlockList();
  for (const entry of trustedProxies) if (entry !== UNIX) trust(trusted, entry);
  const trustsUnix = trustedProxies.includes(UNIX);
  const isTrusted = (address: string): boolean => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

  return (request) => {
    let current = addressIn(request.socket.remoteAddress);
    if (current === undefined ? !(trustsUnix && cameOverUnixSocket(request.socket)) : !isTrusted(current))
      return current;
    const entries = (request.headersDistinct[FORWARDED_FOR] ?? []).join(',').split(',');
    while (current === undefined || isTrusted(current)) {
      const next = addressIn(entries.pop());
      // If a proxy writes something other than an address, that proxy is the last known hop.
      if (next === undefined) break;
      current = next;
    }
    return current;
  };
}

/**
 * Whether the client left before its address was read: the system knows the peer of a TCP connection only while it is
 * open. There is no client to answer, or to count the request for.
 */
export function hasLeft(socket: Socket): boolean {
  if (socket.destroyed) return true;
  return socket instanceof Socket && socket.remoteAddress === undefined && !cameOverUnixSocket(socket);
}

/** Uses the server's address, because a connection without an address may also be a TCP connection that was reset. */
function cameOverUnixSocket(socket: Socket): boolean {
  // Node sets this property, although the types do not declare it. Absent on streams that no server accepted.
  const { server } = socket as { server?: Server };
  const address = server?.address();
  // A server on an inherited file descriptor (systemd) does not know its path. A listening TCP server has an address.
  return typeof address === 'string' || (address === null && server?.listening === true);
}

function trust(list: BlockList, entry: string): void {
  const [network = '', prefix, ...rest] = entry.split('/');
  const family = isIP(network);
  const bits = family === 6 ? 128 : 32;
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : NaN;
  if (family === 0 || rest.length > 0 || !(length <= bits)) {
    throw new Error(
      `trustedProxies: ${JSON.stringify(entry)} is neither an IP address, nor a range such as "10.0.0.0/8", nor "unix:"`,
    );
  }
  list.addSubnet(network, length, family === 6 ? 'ipv6' : 'ipv4');
}

/** Removes the port that some proxies add, brackets and the zone, and unmaps IPv4 from IPv6. */
function addressIn(text: string | undefined): string | undefined {
  const trimmed = (text ?? '').trim();
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  const address = bare.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) === 0 ? undefined : address;
}
