import { isIP } from 'node:net';
import { connect } from 'node:tls';

/** Where a client connects to, and whether with TLS. */
export interface Probed {
  readonly host: string;
  readonly port: number;
  readonly wantsTls: boolean;
}

/** Of "notes.example:9090" or "[::1]:9090"; undefined for a socket in the file system. */
export function probedAddress(address: string, wantsTls: boolean): Probed | undefined {
  const found = /^(?:dns:(?:\/\/\/)?)?(?:\[([\da-fA-F:.]+)\]|([^[\]:/]+)):(\d+)$/.exec(address);
  const host = found?.[1] ?? found?.[2];
  return host === undefined ? undefined : { host, port: Number(found?.[3]), wantsTls };
}

/** Of an http or https URL. */
export function probedUrl(url: string, ip?: string): Probed {
  const { hostname, port, protocol } = new URL(url);
  const wantsTls = protocol === 'https:';
  const host = ip ?? hostname.replace(/^\[|\]$/g, '');
  return { host, port: port === '' ? (wantsTls ? 443 : 80) : Number(port), wantsTls };
}

/**
 * Why client and server do not understand each other, after a call that got no answer: one of them speaks TLS, and the other
 * does not. Undefined: they agree, or nothing answers there. Sends no request.
 */
export async function tlsMismatch({ host, port, wantsTls }: Probed, patienceMs: number): Promise<string | undefined> {
  const speaks = await speaksTls(host, port, patienceMs);
  if (speaks === undefined || speaks === wantsTls) return undefined;
  return wantsTls
    ? 'the host does not speak TLS; configure it there, or connect without TLS'
    : 'the host expects TLS; connect with TLS, or switch it off there';
}

function speaksTls(host: string, port: number, patienceMs: number): Promise<boolean | undefined> {
  return new Promise((resolve) => {
    const end = (speaks: boolean | undefined): void => {
      resolve(speaks);
      socket.destroy();
    };
    // Only whether there is a handshake counts: nothing is sent over the connection, so nothing has to be verified.
    const options = { host, port, rejectUnauthorized: false, ALPNProtocols: ['h2', 'http/1.1'] };
    const socket = connect({ ...options, ...(isIP(host) === 0 && { servername: host }) });
    let isOpen = false;
    socket.once('connect', () => (isOpen = true));
    socket.once('secureConnect', () => end(true));
    socket.once('error', ({ code = '', message }: NodeJS.ErrnoException) => {
      // An alert is an answer in TLS; any other text is none.
      if (/alert/i.test(code + message)) end(true);
      else
        end(isOpen && (code.startsWith('ERR_SSL_') || code === 'EPROTO' || code === 'ECONNRESET') ? false : undefined);
    });
    socket.setTimeout(patienceMs, () => end(undefined));
  });
}
