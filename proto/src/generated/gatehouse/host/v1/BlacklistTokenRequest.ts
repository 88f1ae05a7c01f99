// Original file: proto/gatehouse/host/v1/admin_directory.proto

import type {
  TokenReference as _gatehouse_host_v1_TokenReference,
  TokenReference__Output as _gatehouse_host_v1_TokenReference__Output,
} from '../../../gatehouse/host/v1/TokenReference.js';
import type {
  TokenRetirement as _gatehouse_host_v1_TokenRetirement,
  TokenRetirement__Output as _gatehouse_host_v1_TokenRetirement__Output,
} from '../../../gatehouse/host/v1/TokenRetirement.js';

export interface BlacklistTokenRequest {
  token?: _gatehouse_host_v1_TokenReference | null;
  retirement?: _gatehouse_host_v1_TokenRetirement | null;
}

export interface BlacklistTokenRequest__Output {
  token: _gatehouse_host_v1_TokenReference__Output | null;
  retirement: _gatehouse_host_v1_TokenRetirement__Output | null;
}
