// Original file: proto/gatehouse/host/v1/admin_directory.proto

import type {
  TokenReference as _gatehouse_host_v1_TokenReference,
  TokenReference__Output as _gatehouse_host_v1_TokenReference__Output,
} from '../../../gatehouse/host/v1/TokenReference.js';
import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';
import type {
  TokenRetirement as _gatehouse_host_v1_TokenRetirement,
  TokenRetirement__Output as _gatehouse_host_v1_TokenRetirement__Output,
} from '../../../gatehouse/host/v1/TokenRetirement.js';

export interface RotateTokenRequest {
  token?: _gatehouse_host_v1_TokenReference | null;
  at?: _google_protobuf_Timestamp | null;
  retirement?: _gatehouse_host_v1_TokenRetirement | null;
}

export interface RotateTokenRequest__Output {
  token: _gatehouse_host_v1_TokenReference__Output | null;
  at: _google_protobuf_Timestamp__Output | null;
  retirement: _gatehouse_host_v1_TokenRetirement__Output | null;
}
