// Original file: proto/gatehouse/host/v1/admin_registration.proto

import type {
  AdminAction as _gatehouse_host_v1_AdminAction,
  AdminAction__Output as _gatehouse_host_v1_AdminAction__Output,
} from '../../../gatehouse/host/v1/AdminAction.js';
import type {
  AdminRelation as _gatehouse_host_v1_AdminRelation,
  AdminRelation__Output as _gatehouse_host_v1_AdminRelation__Output,
} from '../../../gatehouse/host/v1/AdminRelation.js';
import type {
  AdminNewValue as _gatehouse_host_v1_AdminNewValue,
  AdminNewValue__Output as _gatehouse_host_v1_AdminNewValue__Output,
} from '../../../gatehouse/host/v1/AdminNewValue.js';

export interface AdminController {
  id?: string;
  model?: string;
  configDir?: string;
  permissions?: string[];
  actions?: _gatehouse_host_v1_AdminAction[];
  relations?: _gatehouse_host_v1_AdminRelation[];
  scripts?: string[];
  styles?: string[];
  suppliesPartialData?: boolean;
  optionProviders?: string[];
  newRecord?: _gatehouse_host_v1_AdminNewValue[];
  defaultForModel?: boolean;
}

export interface AdminController__Output {
  id: string;
  model: string;
  configDir: string;
  permissions: string[];
  actions: _gatehouse_host_v1_AdminAction__Output[];
  relations: _gatehouse_host_v1_AdminRelation__Output[];
  scripts: string[];
  styles: string[];
  suppliesPartialData: boolean;
  optionProviders: string[];
  newRecord: _gatehouse_host_v1_AdminNewValue__Output[];
  defaultForModel: boolean;
}
