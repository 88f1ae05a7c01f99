// Original file: proto/gatehouse/host/v1/admin_directory.proto

import type {
  AdministratorCredentials as _gatehouse_host_v1_AdministratorCredentials,
  AdministratorCredentials__Output as _gatehouse_host_v1_AdministratorCredentials__Output,
} from '../../../gatehouse/host/v1/AdministratorCredentials.js';

export interface FindAdministratorResponse {
  credentials?: _gatehouse_host_v1_AdministratorCredentials | null;
}

export interface FindAdministratorResponse__Output {
  credentials: _gatehouse_host_v1_AdministratorCredentials__Output | null;
}
