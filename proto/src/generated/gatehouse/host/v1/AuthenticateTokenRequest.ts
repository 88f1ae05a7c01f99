// Original file: proto/gatehouse/host/v1/admin_directory.proto

import type {
  TokenReference as _gatehouse_host_v1_TokenReference,
  TokenReference__Output as _gatehouse_host_v1_TokenReference__Output,
} from '../../../gatehouse/host/v1/TokenReference.js';
import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';

export interface AuthenticateTokenRequest {
  token?: _gatehouse_host_v1_TokenReference | null;
  at?: _google_protobuf_Timestamp | null;
}

export interface AuthenticateTokenRequest__Output {
  token: _gatehouse_host_v1_TokenReference__Output | null;
  at: _google_protobuf_Timestamp__Output | null;
}
