// Original file: proto/gatehouse/host/v1/admin_search.proto

import type {
  RecordPage as _gatehouse_host_v1_RecordPage,
  RecordPage__Output as _gatehouse_host_v1_RecordPage__Output,
} from '../../../gatehouse/host/v1/RecordPage.js';
import type {
  AuthenticateTokenResponse as _gatehouse_host_v1_AuthenticateTokenResponse,
  AuthenticateTokenResponse__Output as _gatehouse_host_v1_AuthenticateTokenResponse__Output,
} from '../../../gatehouse/host/v1/AuthenticateTokenResponse.js';

export interface SearchRecordsResponse {
  pages?: _gatehouse_host_v1_RecordPage[];
  session?: _gatehouse_host_v1_AuthenticateTokenResponse | null;
}

export interface SearchRecordsResponse__Output {
  pages: _gatehouse_host_v1_RecordPage__Output[];
  session: _gatehouse_host_v1_AuthenticateTokenResponse__Output | null;
}
