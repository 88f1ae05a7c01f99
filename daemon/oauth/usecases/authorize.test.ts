import { expect } from 'chai';
import { systemClock } from '../../core/runtime.js';
import { ContractViolation, Unavailable } from '../../core/faults.js';
import { exampleClient, exampleOptions, parametersOf } from '../testing/examples.js';
import { createAuthorize } from './authorize.js';

const REQUEST = parametersOf(
  ['client_id', 'client-1'],
  ['redirect_uri', 'https://client.example/callback'],
  ['response_type', 'code'],
  ['code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  ['code_challenge_method', 'S256'],
  ['state', 'xyz'],
);

/** The use case with working peers, except for the given faults, and what it logged, by level. */
function authorize(faults: { readonly host?: Error; readonly throttle?: Error; readonly state?: Error }) {
  const logged: unknown[] = [];
  const log = (level: string) => (fields: object) => void logged.push([level, fields]);
  const after = <T>(fault: Error | undefined, value: T): Promise<T> =>
    fault === undefined ? Promise.resolve(value) : Promise.reject(fault);
  const dependencies = {
    options: exampleOptions(),
    limits: { authorizePerClient: { limit: 1, windowMs: 1000 }, unconsentedPerIp: { share: 0 } },
    backend: { transact: () => after(faults.host, { committed: true, results: [exampleClient()] }) },
    throttle: { hit: () => after(faults.throttle, { allowed: true }) },
    pendingRequests: { create: () => after(faults.state, undefined) },
    telemetry: { authorization: () => undefined, pendingRequest: () => undefined },
    logger: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
    clock: systemClock,
  } as unknown as Parameters<typeof createAuthorize>[0];
  return { outcome: createAuthorize(dependencies)(REQUEST, '192.0.2.1', { requestId: 'test' }), logged };
}

describe('usecases: authorize: faults (AS-68)', () => {
  for (const [what, faults, error, level] of [
    ['the state store is away', { state: new Unavailable('state', 'gone') }, 'temporarily_unavailable', 'warn'],
    ['the throttle is away', { throttle: new Unavailable('state', 'gone') }, 'temporarily_unavailable', 'warn'],
    ['something is broken', { state: new TypeError('a defect') }, 'server_error', 'error'],
  ] as const) {
    it(`redirects to the client with ${error}, state and iss, and no cause, for ${what} after validation (AS-68)`, async () => {
      const { outcome, logged } = authorize(faults);
      const answer = await outcome;
      if (answer.kind !== 'redirect') throw new Error(`the answer is ${answer.kind}`);
      const { origin, pathname, searchParams } = new URL(answer.location);
      expect(origin + pathname).to.equal('https://client.example/callback');
      expect(Object.fromEntries(searchParams)).to.include({ error, state: 'xyz', iss: 'https://app.example' });
      expect(answer.location).not.to.match(/gone|defect/);
      expect(logged).to.deep.equal([[level, { requestId: 'test', err: Object.values(faults)[0] }]]);
    });
  }

  for (const fault of [new Unavailable('host', 'gone'), new ContractViolation('Transact', 'garbage')]) {
    it(`throws ${fault.name} of the host before validation, so that it is answered locally and never redirected`, async () => {
      const { outcome } = authorize({ host: fault });
      expect(await outcome.catch((error: unknown) => error)).to.equal(fault);
    });
  }
});
