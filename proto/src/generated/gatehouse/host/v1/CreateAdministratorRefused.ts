// Original file: proto/gatehouse/host/v1/admin_directory.proto

import type {
  CreateAdministratorRefusal as _gatehouse_host_v1_CreateAdministratorRefusal,
  CreateAdministratorRefusal__Output as _gatehouse_host_v1_CreateAdministratorRefusal__Output,
} from '../../../gatehouse/host/v1/CreateAdministratorRefusal.js';

export interface CreateAdministratorRefused {
  reason?: _gatehouse_host_v1_CreateAdministratorRefusal;
  roles?: string[];
}

export interface CreateAdministratorRefused__Output {
  reason: _gatehouse_host_v1_CreateAdministratorRefusal__Output;
  roles: string[];
}
