// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  Record as _gatehouse_host_v1_Record,
  Record__Output as _gatehouse_host_v1_Record__Output,
} from '../../../gatehouse/host/v1/Record.js';
import type {
  RecordNotFound as _gatehouse_host_v1_RecordNotFound,
  RecordNotFound__Output as _gatehouse_host_v1_RecordNotFound__Output,
} from '../../../gatehouse/host/v1/RecordNotFound.js';
import type {
  AuthenticateTokenResponse as _gatehouse_host_v1_AuthenticateTokenResponse,
  AuthenticateTokenResponse__Output as _gatehouse_host_v1_AuthenticateTokenResponse__Output,
} from '../../../gatehouse/host/v1/AuthenticateTokenResponse.js';

export interface GetRecordResponse {
  record?: _gatehouse_host_v1_Record | null;
  notFound?: _gatehouse_host_v1_RecordNotFound | null;
  session?: _gatehouse_host_v1_AuthenticateTokenResponse | null;
  outcome?: 'record' | 'notFound';
}

export interface GetRecordResponse__Output {
  record?: _gatehouse_host_v1_Record__Output | null;
  notFound?: _gatehouse_host_v1_RecordNotFound__Output | null;
  session: _gatehouse_host_v1_AuthenticateTokenResponse__Output | null;
  outcome?: 'record' | 'notFound';
}
