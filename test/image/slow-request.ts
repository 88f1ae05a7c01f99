import { connect } from 'node:net';

/**
 * A program: sends the head of a token request and prints "waiting", sends its body on SIGUSR2, and prints the answer. The
 * test stops the daemon in between. Usage: slow-request.js PORT
 */
const port = Number(process.argv[2]);
const body = 'grant_type=refresh_token&refresh_token=none&client_id=none';
const socket = connect(port, '127.0.0.1');
let answer = '';
socket.setEncoding('utf8').on('data', (text: string) => {
  if (answer === '' && text.startsWith('HTTP/1.1 200')) {
    // The answer to the first request: this connection is served, so its next head will be read too.
    answer = ' ';
    socket.write(
      head(
        'POST',
        '/oauth/mcp/token',
        `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n`,
      ),
    );
    socket.write(body.slice(0, 1));
    process.stdout.write('waiting\n');
  } else answer += text;
});
socket.on('close', () => process.stdout.write(`${answer}\n`, () => process.exit(0)));
process.once('SIGUSR2', () => socket.write(body.slice(1)));
socket.write(head('GET', '/healthz', ''));

function head(method: string, path: string, more: string): string {
  return `${method} ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n${more}\r\n`;
}
