// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  TokenEndpointAuthMethod as _gatehouse_host_v1_TokenEndpointAuthMethod,
  TokenEndpointAuthMethod__Output as _gatehouse_host_v1_TokenEndpointAuthMethod__Output,
} from '../../../gatehouse/host/v1/TokenEndpointAuthMethod.js';

export interface ClientCredentials {
  clientId?: string;
  tokenEndpointAuthMethod?: _gatehouse_host_v1_TokenEndpointAuthMethod;
  secretHash?: Buffer | Uint8Array | string;
}

export interface ClientCredentials__Output {
  clientId: string;
  tokenEndpointAuthMethod: _gatehouse_host_v1_TokenEndpointAuthMethod__Output;
  secretHash: Buffer;
}
