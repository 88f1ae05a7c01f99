import fc from 'fast-check';

/** The next step of a user or client. A number selects among the known values of its kind. */
export type Command =
  | { readonly kind: 'register' }
  | { readonly kind: 'authorize' | 'revokeClient'; readonly client: number }
  | { readonly kind: 'view' | 'grant' | 'deny'; readonly request: number; readonly user: 'ada' | 'bob' }
  | {
      readonly kind: 'exchange';
      readonly code: number;
      /** The client that sends the request, as an offset from the owner of the code: 0 is the owner. */
      readonly stranger: number;
      readonly verifier: 'right' | 'wrong';
    }
  | { readonly kind: 'refresh' | 'revokeRefreshToken'; readonly refreshToken: number; readonly stranger: number }
  | { readonly kind: 'revokeAccessToken'; readonly accessToken: number; readonly stranger: number }
  | { readonly kind: 'disconnect' | 'use'; readonly accessToken: number }
  | { readonly kind: 'expire'; readonly of: 'code' | 'refreshToken' | 'accessToken'; readonly index: number }
  /** Several steps in a row: a client from its registration to its tokens. */
  | { readonly kind: 'connect' };

/** Faults of the parts. Each is repaired before the next one. */
export type Fault = 'kill host' | 'pause host' | 'kill daemon' | 'pause Redis';

/** Runs steps one after another, then in parallel, then one after another again, and finally checks every token. */
export interface Program {
  readonly before: readonly Command[];
  readonly beside: readonly (readonly Command[])[];
  /** While `beside` runs. */
  readonly faults: readonly Fault[];
  readonly after: readonly Command[];
}

const index = fc.nat({ max: 5 });
/** Usually the owner. */
const stranger = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) });
const user = fc.oneof(
  { weight: 4, arbitrary: fc.constant('ada' as const) },
  { weight: 1, arbitrary: fc.constant('bob' as const) },
);
const verifier = fc.oneof(
  { weight: 6, arbitrary: fc.constant('right' as const) },
  { weight: 1, arbitrary: fc.constant('wrong' as const) },
);
const one = <Kind extends string>(...kinds: Kind[]): fc.Arbitrary<Kind> => fc.constantFrom(...kinds);

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: one('register') }) },
  { weight: 3, arbitrary: fc.record({ kind: one('authorize'), client: index }) },
  { weight: 4, arbitrary: fc.record({ kind: one('view', 'grant', 'grant', 'deny'), request: index, user }) },
  { weight: 6, arbitrary: fc.record({ kind: one('exchange'), code: index, stranger, verifier }) },
  { weight: 6, arbitrary: fc.record({ kind: one('refresh'), refreshToken: index, stranger }) },
  { weight: 1, arbitrary: fc.record({ kind: one('revokeRefreshToken'), refreshToken: index, stranger }) },
  { weight: 1, arbitrary: fc.record({ kind: one('revokeAccessToken'), accessToken: index, stranger }) },
  { weight: 1, arbitrary: fc.record({ kind: one('disconnect'), accessToken: index }) },
  { weight: 1, arbitrary: fc.record({ kind: one('use'), accessToken: index }) },
  { weight: 1, arbitrary: fc.record({ kind: one('revokeClient'), client: index }) },
  { weight: 1, arbitrary: fc.record({ kind: one('expire'), of: one('code', 'refreshToken', 'accessToken'), index }) },
);
const step: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: one('connect') }) },
  { weight: 6, arbitrary: command },
);

/** @param faults what may happen to the parts; if empty, every answer arrives */
export function programs(faults: readonly Fault[] = []): fc.Arbitrary<Program> {
  return fc.record({
    before: fc.array(step, { minLength: 1, maxLength: 6 }),
    beside: fc.array(fc.array(command, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
    faults:
      faults.length === 0 ? fc.constant([]) : fc.array(fc.constantFrom(...faults), { minLength: 1, maxLength: 2 }),
    after: fc.array(step, { maxLength: 4 }),
  });
}
