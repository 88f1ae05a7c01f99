import type { ClientTls } from '@gatehouse/proto/channel';
import type { Probed } from '@gatehouse/proto/tls-probe';
import { isIP } from 'node:net';
import { connect } from 'node:tls';

const REMEDY = 'check host.tls.ca and host.tls.server_name, and that the host sends its chain';
const REQUIRED =
  'the host ended the TLS handshake, as hosts do that require a client certificate; set host.tls.cert and host.tls.key';
const NOT_ACCEPTED =
  'the host ended the TLS handshake, as hosts do that do not accept our client certificate; check that host.tls.cert has its ' +
  'chain, and which authorities the host trusts';

/**
 * Which certificate is refused, and why, after a call that got no answer although both sides speak TLS. Undefined: none, or
 * nothing answers there. Sends no request.
 */
export function refusedCertificate(
  { host, port }: Probed,
  { rootCertificates, clientCertificate, clientKey, serverName }: ClientTls,
  patienceMs: number,
): Promise<string | undefined> {
  const name = serverName ?? host;
  const refusedByHost = clientCertificate === undefined ? REQUIRED : NOT_ACCEPTED;
  return new Promise((resolve) => {
    const end = (problem: string | undefined): void => {
      resolve(problem);
      socket.destroy();
    };
    const socket = connect({
      ...{ host, port, ALPNProtocols: ['h2', 'http/1.1'], ca: rootCertificates },
      ...{ cert: clientCertificate, key: clientKey },
      ...(isIP(name) === 0 && { servername: name }),
    });
    // With TLS 1.3, the handshake is over for a client before the server has seen its certificate.
    let isSecure = false;
    socket.once('secureConnect', () => (isSecure = true));
    // HTTP/2 begins with settings of the server.
    socket.once('data', () => end(undefined));
    socket.once('error', ({ message }: Error) => {
      // Set if the certificate is the reason, whatever its type says.
      const refusedByUs: unknown = socket.authorizationError;
      if (refusedByUs !== undefined && refusedByUs !== null)
        end(`we do not accept the host's certificate: ${message}; ${REMEDY}`);
      else end(isSecure || /alert/i.test(message) ? refusedByHost : undefined);
    });
    socket.once('close', () => end(isSecure ? refusedByHost : undefined));
    socket.setTimeout(patienceMs, () => end(undefined));
  });
}
