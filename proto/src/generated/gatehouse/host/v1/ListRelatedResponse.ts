// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  RecordPage as _gatehouse_host_v1_RecordPage,
  RecordPage__Output as _gatehouse_host_v1_RecordPage__Output,
} from '../../../gatehouse/host/v1/RecordPage.js';
import type {
  RecordNotFound as _gatehouse_host_v1_RecordNotFound,
  RecordNotFound__Output as _gatehouse_host_v1_RecordNotFound__Output,
} from '../../../gatehouse/host/v1/RecordNotFound.js';
import type {
  AuthenticateTokenResponse as _gatehouse_host_v1_AuthenticateTokenResponse,
  AuthenticateTokenResponse__Output as _gatehouse_host_v1_AuthenticateTokenResponse__Output,
} from '../../../gatehouse/host/v1/AuthenticateTokenResponse.js';

export interface ListRelatedResponse {
  page?: _gatehouse_host_v1_RecordPage | null;
  notFound?: _gatehouse_host_v1_RecordNotFound | null;
  session?: _gatehouse_host_v1_AuthenticateTokenResponse | null;
  outcome?: 'page' | 'notFound';
}

export interface ListRelatedResponse__Output {
  page?: _gatehouse_host_v1_RecordPage__Output | null;
  notFound?: _gatehouse_host_v1_RecordNotFound__Output | null;
  session: _gatehouse_host_v1_AuthenticateTokenResponse__Output | null;
  outcome?: 'page' | 'notFound';
}
