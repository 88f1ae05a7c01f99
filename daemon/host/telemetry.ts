/** What the connection to the host tells about itself; observability/ turns it into metrics. Every label is of a closed set. */
export interface HostTelemetry {
  /** One call, or one transaction of the stream, has ended. */
  rpcFinished(rpc: string, outcome: RpcOutcome, seconds: number): void;
  /** The host answered something that the contract does not allow: host_contract_violations_total. */
  contractViolation(rpc: string): void;
}

/** "ok", "contract_violation", or a gRPC status in lower case: "unavailable", "deadline_exceeded". */
export type RpcOutcome = 'ok' | 'contract_violation' | Lowercase<string>;
