import type { ConsentClient } from '../../test/support/consent-client.js';
import { sendJsonDocument, type DocumentsServer } from '../../test/support/documents-server.js';
import { send, sendForm, sendJson, type Answer } from '../../test/support/http-client.js';
import { codeOf, OAuthFlow, tokensOf, type RegisteredClient } from '../../test/support/oauth-flow.js';
import { API, LOGIN } from '../peers/admin/requests.js';
import { ADMINISTRATOR } from '../peers/admin/shop-rows.js';

/** Address of an honest user who is not part of the flood. */
const headers = { 'x-forwarded-for': '198.51.100.7' };
const USER = 'ada';

export interface Visits {
  /** For each step: how often it succeeded, how often it failed, and the reason of the last failure. */
  readonly outcomes: Map<string, { succeeded: number; failed: number; why: string }>;
  slowestMs: number;
}

export function newVisits(): Visits {
  return { outcomes: new Map(), slowestMs: 0 };
}

export interface Site {
  readonly origin: string;
  readonly consent: ConsentClient;
  readonly documents: DocumentsServer;
  readonly sharedClient: RegisteredClient;
}

/** Runs every step of an honest user once, each separately, so that one failure does not hide the next. */
export async function visit({ origin, consent, documents, sharedClient }: Site, visits: Visits, n: number) {
  const flow = new OAuthFlow(origin, consent);

  async function authorized(client: RegisteredClient): Promise<void> {
    const { url, verifier } = flow.authorizeRequest(client);
    const { headers: answered, body } = await send(url, { headers });
    const requestId = new URL(answered.location ?? 'about:blank').searchParams.get('request');
    if (requestId === null) throw new Error(answered.location ?? body);
    await consent.pendingRequest(requestId, USER);
    const code = codeOf(await flow.grant(requestId, USER));
    const form = {
      grant_type: 'authorization_code',
      client_id: client.clientId,
      code,
      code_verifier: verifier,
      redirect_uri: client.redirectUri,
    };
    const { refresh_token } = tokensOf(await token(form));
    tokensOf(await token({ grant_type: 'refresh_token', client_id: client.clientId, refresh_token }));
  }

  const token = (form: Readonly<Record<string, string>>): Promise<Answer> =>
    sendForm(`${origin}/oauth/mcp/token`, form, headers);

  await tried(visits, 'register, authorize, consent, tokens, refresh', async () => {
    const metadata = { redirect_uris: [sharedClient.redirectUri], token_endpoint_auth_method: 'none' };
    const answer = await sendJson(`${origin}/oauth/mcp/register`, metadata, headers);
    if (answer.status !== 201) throw new Error(`${String(answer.status)} ${answer.body}`);
    await authorized({ ...sharedClient, clientId: String(answer.json()['client_id']) });
  });
  await tried(visits, 'authorize … refresh with the flooded client', () => authorized(sharedClient));
  await tried(visits, 'authorize … refresh with a new metadata document', () => {
    const clientId = `${documents.origin}/${String(n)}.json`;
    const redirectUri = 'https://client.test/callback';
    documents.answerWith((_request, response) =>
      sendJsonDocument(response, { client_id: clientId, redirect_uris: [redirectUri] }),
    );
    return authorized({ clientId, authMethod: 'none', redirectUri });
  });
  await tried(visits, 'sign in as the attacked administrator', async () => {
    const { status, body } = await sendJson(`${origin}${API}${LOGIN}`, ADMINISTRATOR, headers);
    if (status !== 200) throw new Error(`${String(status)} ${body}`);
  });
}

async function tried(visits: Visits, what: string, step: () => Promise<void>): Promise<void> {
  const outcome = visits.outcomes.get(what) ?? { succeeded: 0, failed: 0, why: '' };
  visits.outcomes.set(what, outcome);
  const startedAt = performance.now();
  try {
    await step();
    outcome.succeeded += 1;
  } catch (error) {
    outcome.failed += 1;
    outcome.why = String(error).slice(0, 300);
  }
  visits.slowestMs = Math.max(visits.slowestMs, performance.now() - startedAt);
}
