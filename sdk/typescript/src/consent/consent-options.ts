import type { Duration } from '../shared/duration.js';
import type { Address } from '../wire/address.js';

/** How to reach Gatehouse's consent listener. */
export interface ConsentClientOptions {
  /**
   * Address where Gatehouse serves the consent operations: "127.0.0.1:9091", "unix:/run/gatehouse/consent.sock". Set this,
   * for gRPC, or `url`.
   */
  readonly address?: Address;
  /** URL of the same listener, "http://127.0.0.1:9091" or "https://…": over HTTP, which any proxy between the two can forward. */
  readonly url?: string;
  /** Shared token that Gatehouse is configured with. */
  readonly token?: string;
  /** Absent: plain text, or with an https `url` the authorities that Node trusts. */
  readonly tls?: ConsentTls;
  /** Timeout of a call. Default: "5s". */
  readonly timeout?: Duration;
}

/** PEM texts. */
export interface ConsentTls {
  /** Authority of Gatehouse's certificate. Default: the authorities that Node trusts. */
  readonly ca?: string | Buffer;
  /** Client certificate and key that Gatehouse requires. */
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
}
