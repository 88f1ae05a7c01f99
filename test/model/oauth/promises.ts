import { LOST, type Model } from '../linearize.js';

/** Names replace values: "client 1" for an id, "code 3" for a code. The driver of the daemon knows the values. */
export type Call =
  | { readonly kind: 'register' }
  | { readonly kind: 'authorize'; readonly client: string }
  | { readonly kind: 'view' | 'grant' | 'deny'; readonly request: string; readonly user: string }
  /**
   * The first part of a client's request to the token or revocation endpoint. The requested action happens at a
   * separate instant, so a client that is revoked in between may still get its answer. An exchange, refresh or
   * revocation below comes from an authenticated client.
   */
  | { readonly kind: 'authenticate'; readonly client: string }
  | { readonly kind: 'exchange'; readonly code: string; readonly client: string; readonly verifier: 'right' | 'wrong' }
  | { readonly kind: 'refresh'; readonly refreshToken: string; readonly client: string }
  /** The revocation endpoint, RFC 7009. */
  | { readonly kind: 'revoke'; readonly token: string; readonly client: string }
  /** The consent operation Revoke. */
  | { readonly kind: 'disconnect'; readonly accessToken: string }
  /** The application looks up an access token. */
  | { readonly kind: 'use'; readonly accessToken: string }
  /** The application revokes a client in its own administration. */
  | { readonly kind: 'revokeClient'; readonly client: string }
  /** A code or token expires. */
  | { readonly kind: 'expire'; readonly name: string };

/** Outcomes in the protocol's terms; names in them are new. */
export type Answer =
  | { readonly kind: 'registered'; readonly client: string }
  | { readonly kind: 'pending'; readonly request: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'tokens'; readonly accessToken: string; readonly refreshToken: string }
  | { readonly kind: 'done' | 'cap' | 'not_found' | 'bad_client' | 'live' | 'dead' | 'nothing' }
  | { readonly kind: 'invalid_grant' | 'invalid_client' }
  /** Anything else, in particular a fault. The model never gives it. */
  | { readonly kind: 'unexpected'; readonly text: string };

interface Client {
  readonly revoked: boolean;
}
interface Pending {
  readonly client: string;
  readonly owner?: string;
}
interface Code {
  readonly client: string;
  readonly spent: boolean;
  readonly expired: boolean;
}
interface Token {
  readonly client: string;
  /** A lineage is named after the code that began it. */
  readonly lineage: string;
  readonly spent: boolean;
  readonly expired: boolean;
}

/** The authorization server as documented, without time, processes or storage. Never changed in place. */
export interface State {
  readonly clients: Readonly<Record<string, Client>>;
  /** Clients whose registration answer was lost: they count against the cap. */
  readonly ghosts: number;
  readonly pending: Readonly<Record<string, Pending>>;
  readonly codes: Readonly<Record<string, Code>>;
  readonly refreshTokens: Readonly<Record<string, Token>>;
  readonly accessTokens: Readonly<Record<string, Token>>;
  readonly revokedLineages: readonly string[];
}

const EMPTY: State = {
  clients: {},
  ghosts: 0,
  pending: {},
  codes: {},
  refreshTokens: {},
  accessTokens: {},
  revokedLineages: [],
};

/** @param cap DCRClientCap */
export function promises(cap: number): Model<State, Call, Answer> {
  return {
    initial: EMPTY,
    next(state, call, answer) {
      if (answer === LOST) return [state, ...lost(state, call, cap)];
      return answered(state, call, answer, cap);
    },
    key: (state) => JSON.stringify(state),
  };
}

/** The states after the call. Empty if the promises do not allow the answer. */
function answered(state: State, call: Call, answer: Answer, cap: number): State[] {
  const is = (kind: Answer['kind'], ...then: State[]): State[] => {
    if (answer.kind !== kind) return [];
    return then.length === 0 ? [state] : then;
  };

  switch (call.kind) {
    case 'register': {
      if (registered(state) >= cap) return is('cap');
      if (answer.kind !== 'registered') return [];
      return [{ ...state, clients: { ...state.clients, [answer.client]: { revoked: false } } }];
    }
    case 'authorize': {
      if (state.clients[call.client]!.revoked) return is('bad_client');
      if (answer.kind !== 'pending') return [];
      return [{ ...state, pending: { ...state.pending, [answer.request]: { client: call.client } } }];
    }
    case 'view': {
      const request = visible(state, call);
      return request === undefined ? is('not_found') : is('done', owned(state, call));
    }
    case 'deny': {
      const request = visible(state, call);
      return request === undefined ? is('not_found') : is('done', without(state, call.request));
    }
    case 'grant': {
      const request = visible(state, call);
      if (request === undefined) return is('not_found');
      // A client that was revoked in the meantime gets no code (StampConsent: CLIENT_NOT_FOUND); the request is used
      // up.
      if (state.clients[request.client]!.revoked) return is('not_found', without(state, call.request));
      if (answer.kind !== 'code') return [];
      const code = { client: request.client, spent: false, expired: false };
      return [{ ...without(state, call.request), codes: { ...state.codes, [answer.code]: code } }];
    }
    case 'authenticate':
      return is(state.clients[call.client]!.revoked ? 'invalid_client' : 'done');
    case 'exchange': {
      const code = state.codes[call.code]!;
      if (code.client !== call.client || call.verifier === 'wrong') return is('invalid_grant');
      if (code.spent) return is('invalid_grant', ...reused(state, code, call.code));
      if (code.expired) return is('invalid_grant');
      return issued(spendCode(state, call.code), answer, { client: call.client, lineage: call.code });
    }
    case 'refresh': {
      const token = state.refreshTokens[call.refreshToken]!;
      if (token.client !== call.client || isRevoked(state, token)) return is('invalid_grant');
      if (token.spent) return is('invalid_grant', ...reused(state, token, token.lineage));
      if (token.expired) return is('invalid_grant');
      return issued(spendRefreshToken(state, call.refreshToken), answer, token);
    }
    case 'revoke': {
      const token = state.refreshTokens[call.token] ?? liveAccessToken(state, call.token);
      return token?.client === call.client ? is('done', ...reused(state, token, token.lineage)) : is('done');
    }
    case 'disconnect': {
      const token = liveAccessToken(state, call.accessToken);
      return token === undefined ? is('nothing') : is('done', revoked(state, token.lineage));
    }
    case 'use':
      return liveAccessToken(state, call.accessToken) === undefined ? is('dead') : is('live');
    case 'revokeClient':
      return is('done', { ...state, clients: { ...state.clients, [call.client]: { revoked: true } } });
    case 'expire':
      return is('done', expired(state, call.name));
  }
}

/** The other possible effects of a call whose answer was lost. Issued values are then unknown to all clients. */
function lost(state: State, call: Call, cap: number): State[] {
  switch (call.kind) {
    case 'register':
      return registered(state) < cap ? [{ ...state, ghosts: state.ghosts + 1 }] : [];
    case 'authorize':
      return [];
    case 'view':
      return visible(state, call) === undefined ? [] : [owned(state, call)];
    case 'grant':
      // Makes the user the owner, takes the request, and puts it back if the transaction failed.
      return visible(state, call) === undefined ? [] : [without(state, call.request), owned(state, call)];
    case 'deny':
      return visible(state, call) === undefined ? [] : [without(state, call.request), owned(state, call)];
    case 'exchange': {
      const code = state.codes[call.code]!;
      const refused = code.client !== call.client || call.verifier === 'wrong';
      if (refused || (code.expired && !code.spent)) return [];
      return code.spent ? [revoked(state, call.code)] : [spendCode(state, call.code)];
    }
    case 'refresh': {
      const token = state.refreshTokens[call.refreshToken]!;
      const refused = token.client !== call.client || isRevoked(state, token);
      if (refused || (token.expired && !token.spent)) return [];
      return token.spent ? [revoked(state, token.lineage)] : [spendRefreshToken(state, call.refreshToken)];
    }
    case 'revoke': {
      const token = state.refreshTokens[call.token] ?? liveAccessToken(state, call.token);
      return token?.client === call.client ? [revoked(state, token.lineage)] : [];
    }
    case 'disconnect': {
      const token = liveAccessToken(state, call.accessToken);
      return token === undefined ? [] : [revoked(state, token.lineage)];
    }
    case 'authenticate':
    case 'use':
    case 'revokeClient':
    case 'expire':
      return [];
  }
}

function registered(state: State): number {
  return Object.values(state.clients).filter(({ revoked }) => !revoked).length + state.ghosts;
}

/** A request is visible only to its owner: the first user who asks for it. */
function visible(state: State, { request, user }: { request: string; user: string }): Pending | undefined {
  const pending = state.pending[request];
  return pending?.owner === undefined || pending.owner === user ? pending : undefined;
}

function owned(state: State, { request, user }: { request: string; user: string }): State {
  return { ...state, pending: { ...state.pending, [request]: { ...state.pending[request]!, owner: user } } };
}

function without(state: State, request: string): State {
  const pending = Object.fromEntries(Object.entries(state.pending).filter(([name]) => name !== request));
  return { ...state, pending };
}

function isRevoked(state: State, { lineage }: Pick<Token, 'lineage'>): boolean {
  return state.revokedLineages.includes(lineage);
}

function revoked(state: State, lineage: string): State {
  if (state.revokedLineages.includes(lineage)) return state;
  return { ...state, revokedLineages: [...state.revokedLineages, lineage].sort() };
}

function liveAccessToken(state: State, name: string): Token | undefined {
  const token = state.accessTokens[name];
  return token === undefined || token.expired || isRevoked(state, token) ? undefined : token;
}

function spendCode(state: State, name: string): State {
  return { ...state, codes: { ...state.codes, [name]: { ...state.codes[name]!, spent: true } } };
}

function spendRefreshToken(state: State, name: string): State {
  const spent = { ...state.refreshTokens[name]!, spent: true };
  return { ...state, refreshTokens: { ...state.refreshTokens, [name]: spent } };
}

/** Expired rows are swept eventually, and only an existing row can show that it was spent. */
function reused(state: State, { expired }: { readonly expired: boolean }, lineage: string): State[] {
  return expired ? [state, revoked(state, lineage)] : [revoked(state, lineage)];
}

function issued(state: State, answer: Answer, { client, lineage }: Pick<Token, 'client' | 'lineage'>): State[] {
  if (answer.kind !== 'tokens') return [];
  const token = { client, lineage, spent: false, expired: false };
  return [
    {
      ...state,
      refreshTokens: { ...state.refreshTokens, [answer.refreshToken]: token },
      accessTokens: { ...state.accessTokens, [answer.accessToken]: token },
    },
  ];
}

function expired(state: State, name: string): State {
  const within = <T extends object>(records: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    name in records ? { ...records, [name]: { ...records[name]!, expired: true } } : records;
  return {
    ...state,
    codes: within(state.codes),
    refreshTokens: within(state.refreshTokens),
    accessTokens: within(state.accessTokens),
  };
}
