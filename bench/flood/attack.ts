import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { query, send, sendJson, sendForm, type Answer } from '../../test/support/http-client.js';
import { API, LOGIN } from '../peers/admin/requests.js';
import { ADMINISTRATOR } from '../peers/admin/shop-rows.js';
import { CHALLENGE, REDIRECT_URI } from '../peers/peer.js';

/**
 * One address that sends as much as it can, in a separate process: registrations, authorization requests with long states for
 * its own clients and for a shared one, documents that hang, guesses of tokens and of an administrator's password. Its parent
 * kills it at the end; until then it reports the counts of its responses four times a second.
 */
const ORIGIN = process.env['FLOOD_ORIGIN'] ?? '';
const SHARED_CLIENT = process.env['FLOOD_SHARED_CLIENT'] ?? '';
const HANGING_PORT = process.env['FLOOD_HANGING_PORT'] ?? '';
const ADDRESS = '203.0.113.66';
const AT_ONCE = 24;
const agent = new Agent({ keepAlive: true });
const headers = { 'x-forwarded-for': ADDRESS };
const ownClients: string[] = [];
const answers: Record<string, number> = {};
let sent = 0;

const KINDS: Readonly<Record<string, () => Promise<Answer>>> = {
  async registration() {
    const body = { redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'none', client_name: 'Flood' };
    const answer = await sendJson(`${ORIGIN}/oauth/mcp/register`, body, headers);
    if (answer.status === 201) ownClients.push(String(answer.json()['client_id']));
    return answer;
  },
  'authorize, own client': () => authorize(ownClients[sent % Math.max(1, ownClients.length)] ?? 'none'),
  'authorize, shared client': () => authorize(SHARED_CLIENT),
  'authorize, hanging document': () => authorize(`https://hang-${String(sent)}.test:${HANGING_PORT}/client.json`),
  'token guess': () =>
    sendForm(
      `${ORIGIN}/oauth/mcp/token`,
      { grant_type: 'refresh_token', client_id: SHARED_CLIENT, refresh_token: randomBytes(32).toString('base64url') },
      headers,
    ),
  'sign-in guess': () =>
    sendJson(`${ORIGIN}${API}${LOGIN}`, { login: ADMINISTRATOR.login, password: `guess ${String(sent)}` }, headers),
  'sign-in guess, any login': () =>
    sendJson(`${ORIGIN}${API}${LOGIN}`, { login: `login-${String(sent)}`, password: 'guess' }, headers),
};

function authorize(clientId: string): Promise<Answer> {
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: 'x'.repeat(3000),
  };
  return send(`${ORIGIN}/oauth/mcp/authorize?${query(parameters)}`, { headers, agent });
}

async function repeat(kind: string, one: () => Promise<Answer>): Promise<never> {
  for (;;) {
    sent += 1;
    const outcome = await one().then(
      ({ status, headers: { location } }) =>
        location?.includes('error=') === true ? `${String(status)} error` : String(status),
      () => 'no answer',
    );
    const name = `${kind}: ${outcome}`;
    answers[name] = (answers[name] ?? 0) + 1;
  }
}

for (const [kind, one] of Object.entries(KINDS)) {
  for (let n = 0; n < AT_ONCE; n++) void repeat(kind, one);
}
setInterval(() => process.send?.({ sent, answers }), 250);
process.send?.({ ready: {} });
