// Original file: proto/gatehouse/consent/v1/consent.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';
import type {
  RequestedScope as _gatehouse_consent_v1_RequestedScope,
  RequestedScope__Output as _gatehouse_consent_v1_RequestedScope__Output,
} from '../../../gatehouse/consent/v1/RequestedScope.js';

export interface PendingRequestView {
  clientId?: string;
  clientName?: string;
  clientRegisteredAt?: _google_protobuf_Timestamp | null;
  clientSelfRegistered?: boolean;
  redirectUri?: string;
  redirectHost?: string;
  redirectIsLoopback?: boolean;
  scopes?: _gatehouse_consent_v1_RequestedScope[];
  resource?: string;
  expiresAt?: _google_protobuf_Timestamp | null;
}

export interface PendingRequestView__Output {
  clientId: string;
  clientName: string;
  clientRegisteredAt: _google_protobuf_Timestamp__Output | null;
  clientSelfRegistered: boolean;
  redirectUri: string;
  redirectHost: string;
  redirectIsLoopback: boolean;
  scopes: _gatehouse_consent_v1_RequestedScope__Output[];
  resource: string;
  expiresAt: _google_protobuf_Timestamp__Output | null;
}
