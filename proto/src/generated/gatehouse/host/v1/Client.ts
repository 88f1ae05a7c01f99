// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  TokenEndpointAuthMethod as _gatehouse_host_v1_TokenEndpointAuthMethod,
  TokenEndpointAuthMethod__Output as _gatehouse_host_v1_TokenEndpointAuthMethod__Output,
} from '../../../gatehouse/host/v1/TokenEndpointAuthMethod.js';
import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';

export interface Client {
  clientId?: string;
  clientName?: string;
  redirectUris?: string[];
  tokenEndpointAuthMethod?: _gatehouse_host_v1_TokenEndpointAuthMethod;
  secretHash?: Buffer | Uint8Array | string;
  scopes?: string[];
  grantTypes?: string[];
  registeredAt?: _google_protobuf_Timestamp | null;
  consentedAt?: _google_protobuf_Timestamp | null;
  revokedAt?: _google_protobuf_Timestamp | null;
  selfRegistered?: boolean;
  metadataJson?: string;
}

export interface Client__Output {
  clientId: string;
  clientName: string;
  redirectUris: string[];
  tokenEndpointAuthMethod: _gatehouse_host_v1_TokenEndpointAuthMethod__Output;
  secretHash: Buffer;
  scopes: string[];
  grantTypes: string[];
  registeredAt: _google_protobuf_Timestamp__Output | null;
  consentedAt: _google_protobuf_Timestamp__Output | null;
  revokedAt: _google_protobuf_Timestamp__Output | null;
  selfRegistered: boolean;
  metadataJson: string;
}
