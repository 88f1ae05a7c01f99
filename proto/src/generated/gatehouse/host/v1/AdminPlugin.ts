// Original file: proto/gatehouse/host/v1/admin_registration.proto

import type {
  AdminPermission as _gatehouse_host_v1_AdminPermission,
  AdminPermission__Output as _gatehouse_host_v1_AdminPermission__Output,
} from '../../../gatehouse/host/v1/AdminPermission.js';
import type {
  AdminNavigationItem as _gatehouse_host_v1_AdminNavigationItem,
  AdminNavigationItem__Output as _gatehouse_host_v1_AdminNavigationItem__Output,
} from '../../../gatehouse/host/v1/AdminNavigationItem.js';
import type {
  AdminSettingsScreen as _gatehouse_host_v1_AdminSettingsScreen,
  AdminSettingsScreen__Output as _gatehouse_host_v1_AdminSettingsScreen__Output,
} from '../../../gatehouse/host/v1/AdminSettingsScreen.js';

export interface AdminPlugin {
  id?: string;
  permissions?: _gatehouse_host_v1_AdminPermission[];
  navigation?: _gatehouse_host_v1_AdminNavigationItem[];
  settings?: _gatehouse_host_v1_AdminSettingsScreen[];
}

export interface AdminPlugin__Output {
  id: string;
  permissions: _gatehouse_host_v1_AdminPermission__Output[];
  navigation: _gatehouse_host_v1_AdminNavigationItem__Output[];
  settings: _gatehouse_host_v1_AdminSettingsScreen__Output[];
}
