import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, type Server, Socket } from 'node:net';

const FORWARDED_FOR = 'x-forwarded-for';
const UNIX = 'unix:';

/**
 * A function that tells who sent a request: the peer of the socket, unless that is a trusted proxy. Then X-Forwarded-For
 * is read from the right, and the first address that is no trusted proxy is the client. Undefined where there is no
 * address to tell, as on a Unix socket.
 *
 * @param trustedProxies addresses and ranges ("10.0.0.0/8", "::1"); "unix:" for whoever connects over a Unix socket.
 *   Throws on anything else, naming the entry.
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
      // A proxy that writes something other than an address is the last one that is known.
      if (next === undefined) break;
      current = next;
    }
    return current;
  };
}

/**
 * Whether the client went away before it was asked for its address: the system knows the peer of a TCP connection only
 * while it is open. There is nobody to answer, and nobody whom the request could be counted for.
 */
export function hasLeft(socket: Socket): boolean {
  if (socket.destroyed) return true;
  return socket instanceof Socket && socket.remoteAddress === undefined && !cameOverUnixSocket(socket);
}

/** By the server's address, since a connection without one may also be a TCP connection that was reset. */
function cameOverUnixSocket(socket: Socket): boolean {
  // Node's own, although the types do not say so. Absent on streams that no server accepted.
  const { server } = socket as { server?: Server };
  const address = server?.address();
  // A server on an inherited file descriptor (systemd) does not know its path. A server on TCP that listens has an address.
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

/** Without the port that some proxies add, without brackets and zone, IPv4 as such when it is mapped into IPv6. */
function addressIn(text: string | undefined): string | undefined {
  const trimmed = (text ?? '').trim();
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  const address = bare.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) === 0 ? undefined : address;
}
