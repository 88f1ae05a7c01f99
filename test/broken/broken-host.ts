import type { Backend, SignIn, TransactionBundle } from '@gatehouse/host';
import type { HostCheckOptions } from '../../daemon/hostcheck/subject/connection.js';
import type { ProxyFault } from './proxy.js';

/** A host with one fault, and the check that must find it. */
export interface BrokenHost {
  readonly name: string;
  /** The names of all checks that fail on it. */
  readonly caughtBy: readonly string[];
  /** A fault of the backend; the rest of the host is the SDK's. */
  readonly around?: (backend: Backend) => Backend;
  /** A fault of who is signed in. */
  readonly signIn?: SignIn;
  /** Options of check-host, without which it would not look: the fault is that the host does not act by them. */
  readonly checked?: Pick<HostCheckOptions, 'token' | 'refusedUser'>;
  /** A fault on the wire. */
  readonly proxy?: ProxyFault;
}

type Ports = Omit<TransactionBundle, 'takesCallsAtOnce'>;
type Bundle = { readonly [Port in keyof Ports]: Partial<Ports[Port]> };

/** Replaces single methods of the bundle; the others remain those of the ready-made backend. */
export function replacing(backend: Backend, change: (bundle: TransactionBundle) => Partial<Bundle>): Backend {
  return {
    transaction: (work, options) =>
      backend.transaction((bundle) => {
        const changed = change(bundle);
        return work({
          clients: over(bundle.clients, changed.clients),
          codes: over(bundle.codes, changed.codes),
          refreshTokens: over(bundle.refreshTokens, changed.refreshTokens),
          accessTokens: over(bundle.accessTokens, changed.accessTokens),
        });
      }, options),
  };
}

/** Runs every call of a port in a separate transaction, like a host that forgot to pass its transaction along. */
export function separately(backend: Backend): Backend {
  return {
    transaction: (work, options) => {
      const port = <Name extends keyof Ports>(name: Name): Ports[Name] =>
        new Proxy({} as Ports[Name], {
          get:
            (_target, method) =>
            (...parameters: unknown[]): Promise<unknown> =>
              backend.transaction((bundle) => call(bundle[name], method, parameters), { ...options, readOnly: false }),
        });
      return work({
        clients: port('clients'),
        codes: port('codes'),
        refreshTokens: port('refreshTokens'),
        accessTokens: port('accessTokens'),
      });
    },
  };
}

type Methods = Record<string | symbol, ((...parameters: unknown[]) => Promise<unknown>) | undefined>;

/** Leaving out an optional method has no effect. */
async function call(port: object, method: string | symbol, parameters: unknown[]): Promise<unknown> {
  return (port as Methods)[method]?.(...parameters);
}

/** Not a copy: the ready-made stores have private members that only their own methods can reach. */
function over<Port extends object>(port: Port, replaced: Partial<Port> | undefined): Port {
  if (replaced === undefined) return port;
  return new Proxy(port, {
    get(target, method) {
      const own = (replaced as Methods)[method];
      return own ?? (target as Methods)[method]?.bind(target);
    },
  });
}
