// Original file: proto/gatehouse/host/v1/admin_registration.proto

import type {
  AdminModel as _gatehouse_host_v1_AdminModel,
  AdminModel__Output as _gatehouse_host_v1_AdminModel__Output,
} from '../../../gatehouse/host/v1/AdminModel.js';
import type {
  AdminController as _gatehouse_host_v1_AdminController,
  AdminController__Output as _gatehouse_host_v1_AdminController__Output,
} from '../../../gatehouse/host/v1/AdminController.js';
import type {
  AdminPlugin as _gatehouse_host_v1_AdminPlugin,
  AdminPlugin__Output as _gatehouse_host_v1_AdminPlugin__Output,
} from '../../../gatehouse/host/v1/AdminPlugin.js';

export interface AdminRegistration {
  defaultLocale?: string;
  models?: _gatehouse_host_v1_AdminModel[];
  controllers?: _gatehouse_host_v1_AdminController[];
  plugins?: _gatehouse_host_v1_AdminPlugin[];
}

export interface AdminRegistration__Output {
  defaultLocale: string;
  models: _gatehouse_host_v1_AdminModel__Output[];
  controllers: _gatehouse_host_v1_AdminController__Output[];
  plugins: _gatehouse_host_v1_AdminPlugin__Output[];
}
