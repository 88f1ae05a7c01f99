// Original file: proto/gatehouse/host/v1/admin_directory.proto

import type {
  Administrator as _gatehouse_host_v1_Administrator,
  Administrator__Output as _gatehouse_host_v1_Administrator__Output,
} from '../../../gatehouse/host/v1/Administrator.js';
import type {
  CreateAdministratorRefused as _gatehouse_host_v1_CreateAdministratorRefused,
  CreateAdministratorRefused__Output as _gatehouse_host_v1_CreateAdministratorRefused__Output,
} from '../../../gatehouse/host/v1/CreateAdministratorRefused.js';

export interface CreateAdministratorResponse {
  created?: _gatehouse_host_v1_Administrator | null;
  refused?: _gatehouse_host_v1_CreateAdministratorRefused | null;
  outcome?: 'created' | 'refused';
}

export interface CreateAdministratorResponse__Output {
  created?: _gatehouse_host_v1_Administrator__Output | null;
  refused?: _gatehouse_host_v1_CreateAdministratorRefused__Output | null;
  outcome?: 'created' | 'refused';
}
