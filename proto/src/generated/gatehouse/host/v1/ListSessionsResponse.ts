// Original file: proto/gatehouse/host/v1/admin_session.proto

import type {
  AdminSession as _gatehouse_host_v1_AdminSession,
  AdminSession__Output as _gatehouse_host_v1_AdminSession__Output,
} from '../../../gatehouse/host/v1/AdminSession.js';

export interface ListSessionsResponse {
  sessions?: _gatehouse_host_v1_AdminSession[];
}

export interface ListSessionsResponse__Output {
  sessions: _gatehouse_host_v1_AdminSession__Output[];
}
