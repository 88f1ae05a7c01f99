// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  OptionChoice as _gatehouse_host_v1_OptionChoice,
  OptionChoice__Output as _gatehouse_host_v1_OptionChoice__Output,
} from '../../../gatehouse/host/v1/OptionChoice.js';
import type {
  AuthenticateTokenResponse as _gatehouse_host_v1_AuthenticateTokenResponse,
  AuthenticateTokenResponse__Output as _gatehouse_host_v1_AuthenticateTokenResponse__Output,
} from '../../../gatehouse/host/v1/AuthenticateTokenResponse.js';

export interface ListOptionsResponse {
  options?: _gatehouse_host_v1_OptionChoice[];
  hasMore?: boolean;
  session?: _gatehouse_host_v1_AuthenticateTokenResponse | null;
}

export interface ListOptionsResponse__Output {
  options: _gatehouse_host_v1_OptionChoice__Output[];
  hasMore: boolean;
  session: _gatehouse_host_v1_AuthenticateTokenResponse__Output | null;
}
