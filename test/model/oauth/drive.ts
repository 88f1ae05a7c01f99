import type { ConsentAnswer } from '../../support/consent-client.js';
import { send, sendJson, type Answer as HttpAnswer } from '../../support/http-client.js';
import { codeOf, type RegisteredClient } from '../../support/oauth-flow.js';
import { LOST, type Event } from '../linearize.js';
import type { Command, Program } from './program.js';
import type { Answer, Call } from './promises.js';
import type { Target } from './target.js';

interface Named<Value> {
  readonly name: string;
  readonly value: Value;
}
interface Issued extends Named<string> {
  readonly client: Named<RegisteredClient>;
  readonly verifier: string;
}

/** The knowledge of a program's users and clients so far, under the model's names. */
interface Known {
  readonly clients: readonly Named<RegisteredClient>[];
  readonly requests: readonly Issued[];
  readonly codes: readonly Issued[];
  readonly refreshTokens: readonly Issued[];
  readonly accessTokens: readonly Issued[];
}

const REDIRECT_URI = 'https://client.example/callback';
const METHODS = ['none', 'client_secret_post', 'client_secret_basic'];

/** Runs the program against the target and returns what all clients saw. */
export async function history(program: Program, target: Target): Promise<Event<Call, Answer>[]> {
  await target.reset();
  const events: Event<Call, Answer>[] = [];
  const values = new Set<string>();
  let known: Known = { clients: [], requests: [], codes: [], refreshTokens: [], accessTokens: [] };
  let anonymous = 0;

  for (const command of program.before) await perform(command, () => known);
  const atFork = known;
  await Promise.all([
    ...program.beside.map(async (branch) => {
      for (const command of branch) await perform(command, () => atFork);
    }),
    suffer(),
  ]);
  for (const command of program.after) await perform(command, () => known);
  await audit();
  return events;

  async function suffer(): Promise<void> {
    for (const fault of program.faults) await target.suffer(fault);
  }

  /** Presents every issued value once more, to see what is still live at the end. */
  async function audit(): Promise<void> {
    for (const index of known.accessTokens.keys()) await perform({ kind: 'use', accessToken: index }, () => known);
    for (const index of known.refreshTokens.keys()) {
      await perform({ kind: 'refresh', refreshToken: index, stranger: 0 }, () => known);
    }
  }

  async function perform(command: Command, now: () => Known): Promise<void> {
    if (command.kind === 'connect') {
      await perform({ kind: 'register' }, () => known);
      const last = (list: readonly unknown[]): number => list.length - 1;
      await perform({ kind: 'authorize', client: last(known.clients) }, () => known);
      await perform({ kind: 'grant', request: last(known.requests), user: 'ada' }, () => known);
      await perform({ kind: 'exchange', code: last(known.codes), stranger: 0, verifier: 'right' }, () => known);
      return;
    }
    const work = prepare(command, now());
    if (work === undefined) return;
    const began = performance.now();
    let answer: Answer | typeof LOST;
    try {
      answer = await work.act();
    } catch (error) {
      // Without an injected fault, every answer has to arrive.
      answer = program.faults.length > 0 ? LOST : { kind: 'unexpected', text: String(error) };
    }
    const ended = performance.now();
    const { call } = work;
    if (call.kind === 'exchange' || call.kind === 'refresh' || call.kind === 'revoke') {
      const authenticate = { kind: 'authenticate', client: call.client } as const;
      if (answer !== LOST && answer.kind === 'invalid_client') {
        events.push({ call: authenticate, answer, began, ended });
        return;
      }
      if (answer !== LOST) events.push({ call: authenticate, answer: { kind: 'done' }, began, ended });
    }
    events.push({ call, answer, began, ended });
  }

  /** The call in the model's terms, and how to make it. Undefined if no such value exists yet. */
  function prepare(command: Exclude<Command, { kind: 'connect' }>, at: Known) {
    switch (command.kind) {
      case 'register':
        return { call: { kind: 'register' } as const, act: register };
      case 'authorize': {
        const client = pick(at.clients, command.client);
        return client && { call: { kind: 'authorize', client: client.name } as const, act: () => authorize(client) };
      }
      case 'revokeClient': {
        const client = pick(at.clients, command.client);
        return (
          client && {
            call: { kind: 'revokeClient', client: client.name } as const,
            act: () => done(target.revokeClient(client.value.clientId)),
          }
        );
      }
      case 'view':
      case 'grant':
      case 'deny': {
        const request = pick(at.requests, command.request);
        return (
          request && {
            call: { kind: command.kind, request: request.name, user: command.user },
            act: () => decide(command.kind, request, command.user),
          }
        );
      }
      case 'exchange': {
        const code = pick(at.codes, command.code);
        if (code === undefined) return undefined;
        const client = other(at.clients, code.client, command.stranger);
        const { verifier } = command;
        return {
          call: { kind: 'exchange', code: code.name, client: client.name, verifier } as const,
          act: async () =>
            tokens(
              await target.flow.exchange(client.value, {
                code: code.value,
                verifier: verifier === 'right' ? code.verifier : 'x'.repeat(43),
              }),
              client,
            ),
        };
      }
      case 'refresh': {
        const token = pick(at.refreshTokens, command.refreshToken);
        if (token === undefined) return undefined;
        const client = other(at.clients, token.client, command.stranger);
        return {
          call: { kind: 'refresh', refreshToken: token.name, client: client.name } as const,
          act: async () => tokens(await target.flow.refresh(client.value, token.value), client),
        };
      }
      case 'revokeRefreshToken':
      case 'revokeAccessToken': {
        const token =
          'refreshToken' in command
            ? pick(at.refreshTokens, command.refreshToken)
            : pick(at.accessTokens, command.accessToken);
        if (token === undefined) return undefined;
        const client = other(at.clients, token.client, command.stranger);
        return {
          call: { kind: 'revoke', token: token.name, client: client.name } as const,
          act: async () => outcome(await target.flow.revoke(client.value, token.value), 200, { kind: 'done' }),
        };
      }
      case 'disconnect': {
        const token = pick(at.accessTokens, command.accessToken);
        return (
          token && {
            call: { kind: 'disconnect', accessToken: token.name } as const,
            act: async (): Promise<Answer> => ({
              kind: (await target.flow.consent.revoke(token.value)).revoked ? 'done' : 'nothing',
            }),
          }
        );
      }
      case 'use': {
        const token = pick(at.accessTokens, command.accessToken);
        return (
          token && {
            call: { kind: 'use', accessToken: token.name } as const,
            act: async (): Promise<Answer> => ({ kind: (await target.verify(token.value)) ? 'live' : 'dead' }),
          }
        );
      }
      case 'expire': {
        const lists = { code: at.codes, refreshToken: at.refreshTokens, accessToken: at.accessTokens };
        const thing = pick(lists[command.of], command.index);
        return (
          thing && {
            call: { kind: 'expire', name: thing.name } as const,
            act: () => done(target.expire(command.of, thing.value)),
          }
        );
      }
    }
  }

  async function register(): Promise<Answer> {
    const answer = await sendJson(target.flow.url('register'), {
      redirect_uris: [REDIRECT_URI],
      token_endpoint_auth_method: METHODS[known.clients.length % METHODS.length],
    });
    if (answer.status === 503 && answer.body.includes('No more clients')) return { kind: 'cap' };
    if (answer.status !== 201) return refused(answer);
    const body = answer.json() as Record<string, string>;
    const client: Named<RegisteredClient> = {
      name: name('client', body.client_id!),
      value: {
        clientId: body.client_id!,
        ...(body.client_secret === undefined ? {} : { secret: body.client_secret }),
        authMethod: body.token_endpoint_auth_method as RegisteredClient['authMethod'],
        redirectUri: REDIRECT_URI,
      },
    };
    known = { ...known, clients: [...known.clients, client] };
    return { kind: 'registered', client: client.name };
  }

  async function authorize(client: Named<RegisteredClient>): Promise<Answer> {
    const { url, verifier } = target.flow.authorizeRequest(client.value);
    const answer = await send(url);
    if (answer.status === 400) return { kind: 'bad_client' };
    const value = new URL(answer.headers.location ?? 'about:blank').searchParams.get('request');
    if (value === null) return refused(answer);
    const request = { name: name('request', value), value, client, verifier };
    known = { ...known, requests: [...known.requests, request] };
    return { kind: 'pending', request: request.name };
  }

  async function decide(kind: 'view' | 'grant' | 'deny', request: Issued, user: string): Promise<Answer> {
    const { consent } = target.flow;
    const answer: ConsentAnswer =
      kind === 'view'
        ? await consent.pendingRequest(request.value, user)
        : kind === 'deny'
          ? await consent.denyPending(request.value, user)
          : await target.flow.grant(request.value, user);
    if (answer.error !== undefined) return { kind: 'not_found' };
    if (kind !== 'grant') return { kind: 'done' };
    const value = codeOf(answer);
    const code = { ...request, name: name('code', value), value };
    known = { ...known, codes: [...known.codes, code] };
    return { kind: 'code', code: code.name };
  }

  function tokens(answer: HttpAnswer, client: Named<RegisteredClient>): Answer {
    if (answer.status !== 200) return refused(answer);
    const { access_token, refresh_token } = answer.json() as { access_token: string; refresh_token: string };
    const issued = { client, verifier: '' };
    const access = { ...issued, name: name('access token', access_token), value: access_token };
    const refresh = { ...issued, name: name('refresh token', refresh_token), value: refresh_token };
    known = {
      ...known,
      accessTokens: [...known.accessTokens, access],
      refreshTokens: [...known.refreshTokens, refresh],
    };
    return { kind: 'tokens', accessToken: access.name, refreshToken: refresh.name };
  }

  /** Names a new value. Fails if a value is issued twice. */
  function name(kind: string, value: string): string {
    if (values.has(value)) throw new Error(`a ${kind} was issued twice`);
    values.add(value);
    return `${kind} ${++anonymous}`;
  }
}

async function done(work: Promise<void>): Promise<Answer> {
  await work;
  return { kind: 'done' };
}

function outcome(answer: HttpAnswer, status: number, then: Answer): Answer {
  return answer.status === status ? then : refused(answer);
}

/** A refusal that the protocol defines. Faults are thrown, because their outcome is unknown. */
function refused(answer: HttpAnswer): Answer {
  const error = answer.status < 500 ? (answer.json().error as string) : undefined;
  if (error === 'invalid_grant' || error === 'invalid_client') return { kind: error };
  throw new Error(`${answer.status} ${answer.body || (answer.headers.location ?? '')}`);
}

function pick<T>(list: readonly T[], index: number): T | undefined {
  return list[index % list.length];
}

function other<T extends Named<unknown>>(list: readonly T[], own: T, offset: number): T {
  return list[(list.findIndex(({ name }) => name === own.name) + offset) % list.length] ?? own;
}
