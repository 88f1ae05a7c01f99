import type { SignIn } from '@gatehouse/host';
import { status as grpcStatus } from '@grpc/grpc-js';
import { expect } from 'chai';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { Dice } from '../support/dice.js';
import { EVERY_TEST, usual } from '../support/every-test.js';
import { send, type Answer } from '../support/http-client.js';
import { encoded, mutated, NASTY } from '../support/mutations.js';
import { USER, type RegisteredClient } from '../support/oauth-flow.js';
import { startStack, type Stack } from '../support/stack.js';
import { validRequests } from '../support/valid-requests.js';

/** For a longer run: HOSTILE_SEED=$RANDOM HOSTILE_ROUNDS=100000 npx mocha dist/test/flows/hostile-input.test.js */
const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_261_121);
const ROUNDS = Number(process.env['HOSTILE_ROUNDS'] ?? (EVERY_TEST ? 3000 : 1500));

for (const [engine, database] of usual([
  ['uws', 'postgres'],
  ['node', 'sqlite'],
] as const)) {
  describe(`hostile input, engine ${engine}, host on ${database}`, function () {
    this.timeout(600_000 + ROUNDS * 100);
    let stack: Stack;
    let client: RegisteredClient;
    before(async () => {
      // No cap: a registration that happens to be valid must not cause a 503 for the later ones.
      const oauth = { dcrClientCap: 1_000_000, builtinConsentPage: true };
      const signIn: SignIn = { resolveUser: async () => ({ userId: USER, displayName: 'Ada' }) };
      stack = await startStack({ engine, database, oauth, signIn, config: { 'http.body_timeout': '1s' } });
      client = await stack.flow.register({ token_endpoint_auth_method: 'client_secret_post' });
    });
    after(() => stack.stop());

    it(`${ROUNDS} mutations of valid requests: no 5xx, no crash, no growth, no echo into a header (seed ${SEED})`, async () => {
      const dice = new Dice(SEED);
      await attack(dice, ROUNDS / 2);
      const memory = await residentMemory();
      await attack(dice, ROUNDS / 2);
      expect((await residentMemory()) - memory).to.be.below(64 * 1024 * 1024);
      await stack.flow.tokens(client);
    });

    for (const [endpoint, type] of [
      ['token', 'application/x-www-form-urlencoded'],
      ['revoke', 'application/x-www-form-urlencoded'],
      ['register', 'application/json'],
    ] as const) {
      const head = `POST /oauth/mcp/${endpoint} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\n`;

      it(`${endpoint}: cuts off a body that is too large or endless with 413 invalid_request (AS-203)`, async () => {
        const chunks = `10000\r\n${'a'.repeat(0x10000)}\r\n`.repeat(8);
        for (const rest of [
          `Content-Length: 99999999\r\n\r\n${'a'.repeat(100_000)}`,
          `Transfer-Encoding: chunked\r\n\r\n${chunks}`,
        ]) {
          expect(await firstAnswer(head + rest)).to.match(/^HTTP\/1\.1 413 .*"error":"invalid_request"/s);
        }
      });

      it(`${endpoint}: returns 408 invalid_request for a body that does not arrive (docs/http.md)`, async () => {
        const answer = await firstAnswer(`${head}Content-Length: 100\r\n\r\na`);
        expect(answer).to.match(/^HTTP\/1\.1 408 .*"error":"invalid_request"/s);
      });
    }

    it('consent operations: unusual arguments lead to INVALID_ARGUMENT or an outcome (consent.proto)', async () => {
      const { requestId } = await stack.flow.pending(client);
      for (const text of NASTY) {
        const answers = await Promise.allSettled([
          stack.consent.pendingRequest(text, USER),
          stack.consent.pendingRequest(requestId, text),
          stack.consent.issueCode({ requestId: text, userId: text, grantedScopes: [text] }),
          stack.consent.denyPending(text, text),
          stack.consent.revoke(text),
          stack.consent.checkRedirectUri(text),
        ]);
        for (const answer of answers) {
          if (answer.status === 'fulfilled') continue;
          expect(answer.reason, JSON.stringify(text)).to.have.property('code', grpcStatus.INVALID_ARGUMENT);
        }
      }
    });

    async function attack(dice: Dice, rounds: number): Promise<void> {
      const requests = await validRequests(stack, client);
      const agent = new Agent({ keepAlive: true, maxSockets: 8 });
      const failures: string[] = [];
      let next = 0;
      const work = async (): Promise<void> => {
        while (next < rounds) {
          const round = next++;
          const request = mutated(dice.pick(requests), dice);
          const { target, body } = encoded(request, dice);
          const { method, headers } = request;
          const withBody = body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body };
          const answer = await send(stack.gatehouse.origin, { target, method, headers, agent, ...withBody });
          const problem = problemOf(answer);
          if (problem !== '') failures.push(`round ${round}: ${method} ${target} ${String(body)}: ${problem}`);
        }
      };
      await Promise.all(Array.from({ length: 8 }, work));
      agent.destroy();
      expect(failures.slice(0, 5)).to.deep.equal([]);
    }

    async function residentMemory(): Promise<number> {
      const { body } = await send(`${stack.gatehouse.metricsOrigin}/metrics`);
      return Number(/^process_resident_memory_bytes (\S+)$/m.exec(body)![1]);
    }

    /** Returns the answer to bytes on a socket, up to the end of its JSON. */
    function firstAnswer(bytes: string): Promise<string> {
      return new Promise((resolve, reject) => {
        let answer = '';
        const socket = connect(Number(new URL(stack.gatehouse.origin).port), '127.0.0.1', () => socket.write(bytes));
        socket.setEncoding('latin1').on('data', (text: string) => {
          answer += text;
          if (!answer.endsWith('}')) return;
          resolve(answer);
          socket.destroy();
        });
        // Bytes written after the answer may hit a closed connection.
        socket.once('error', reject);
        socket.once('close', () => reject(new Error(`closed after ${JSON.stringify(answer)}`)));
      });
    }
  });
}

function problemOf({ status, headers, body }: Answer): string {
  if (status >= 500 || status < 200) return `answers ${status}: ${body.slice(0, 200)}`;
  if ('x-injected' in headers) return 'a header was injected';
  for (const [name, value] of Object.entries(headers)) {
    if (/[^\t\x20-\x7e]/.test(String(value))) return `the header ${name} holds ${JSON.stringify(value)}`;
  }
  return '';
}
