import { credentials, loadPackageDefinition, Metadata, type Client, type ServiceError } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { fileURLToPath } from 'node:url';

/**
 * The consent operations as an application calls them, directly over gRPC, so that a test sees the bytes on the wire.
 */
export interface ConsentClient {
  pendingRequest(requestId: string, userId: string): Promise<ConsentAnswer>;
  issueCode(grant: {
    requestId: string;
    userId: string;
    grantedScopes: readonly string[];
    grantContext?: Buffer;
  }): Promise<ConsentAnswer>;
  denyPending(requestId: string, userId: string): Promise<ConsentAnswer>;
  revoke(accessToken: string): Promise<{ revoked: boolean }>;
  checkRedirectUri(redirectUri: string): Promise<{ reason: string }>;
  generateCredentials(method: string): Promise<{ clientId: string; clientSecret: string; clientSecretHash: Buffer }>;
  close(): void;
}

/** Exactly one of the members is set. */
export interface ConsentAnswer {
  readonly pendingRequest?: Record<string, unknown>;
  readonly redirectUrl?: string;
  readonly error?: string;
  /** The answer's bytes, to distinguish answers that decode to the same value. */
  readonly bytes: Buffer;
}

interface Method {
  readonly path: string;
  readonly requestSerialize: (value: object) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => object;
}

const PROTO = fileURLToPath(new URL('../../../proto', import.meta.url));
const definition = loadSync('gatehouse/consent/v1/consent.proto', {
  includeDirs: [PROTO],
  enums: String,
  longs: Number,
  oneofs: true,
  defaults: true,
});
const service = definition['gatehouse.consent.v1.ConsentService'] as unknown as Readonly<Record<string, Method>>;

export function connectConsent(address: string, token?: string): ConsentClient {
  const GenericClient = (
    loadPackageDefinition(definition) as unknown as {
      gatehouse: { consent: { v1: { ConsentService: new (...arguments_: unknown[]) => Client } } };
    }
  ).gatehouse.consent.v1.ConsentService;
  const client = new GenericClient(address, credentials.createInsecure());

  async function call<Response extends object>(name: string, request: object): Promise<Response & { bytes: Buffer }> {
    const method = service[name];
    if (method === undefined) throw new Error(`the consent service has no ${name}`);
    const metadata = new Metadata();
    if (token !== undefined) metadata.set('authorization', `Bearer ${token}`);
    const bytes = await new Promise<Buffer>((resolve, reject) => {
      client.makeUnaryRequest<object, Buffer>(
        method.path,
        method.requestSerialize,
        (answer) => answer,
        request,
        metadata,
        { deadline: Date.now() + 60_000 },
        (error: ServiceError | null, answer) => {
          if (error === null && answer !== undefined) resolve(answer);
          else reject(error ?? new Error('neither an answer nor an error'));
        },
      );
    });
    return { ...(method.responseDeserialize(bytes) as Response), bytes };
  }

  return {
    pendingRequest: (requestId, userId) => call('PendingRequest', { requestId, userId }),
    issueCode: (grant) => call('IssueCode', grant),
    denyPending: (requestId, userId) => call('DenyPending', { requestId, userId }),
    revoke: (accessToken) => call('Revoke', { accessToken }),
    checkRedirectUri: (redirectUri) => call('CheckRedirectUri', { redirectUri }),
    generateCredentials: (tokenEndpointAuthMethod) => call('GenerateCredentials', { tokenEndpointAuthMethod }),
    close: () => client.close(),
  };
}
