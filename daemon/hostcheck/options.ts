/** What `gatehouse check-host` is told. Certificates and keys are PEM. */
export interface HostCheckOptions {
  /** "127.0.0.1:9090", "unix:/run/app/host.sock". */
  readonly address: string;
  /** Shared token; with it, the host must refuse whoever does not send it. */
  readonly token?: string;
  readonly tls?: {
    readonly rootCertificates?: Buffer;
    readonly clientCertificate?: Buffer;
    readonly clientKey?: Buffer;
    readonly serverName?: string;
  };
  /** Run only the checks whose name contains one of these; empty or absent means all. */
  readonly only?: readonly string[];
  /**
   * A user of the application that codes and tokens may name. Without it they name users that do not exist, which a host
   * with a foreign key to its users refuses.
   */
  readonly user?: string;
  /** A user for whom the application refuses to mint. With it, the host must abort such a mint with MINT_REFUSED. */
  readonly refusedUser?: string;
  /** Milliseconds for one call. Default: 5000, as Gatehouse's own. */
  readonly timeoutMs?: number;
}
