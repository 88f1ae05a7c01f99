// Original file: proto/gatehouse/host/v1/admin_registration.proto

import type {
  AdminNavigationItem as _gatehouse_host_v1_AdminNavigationItem,
  AdminNavigationItem__Output as _gatehouse_host_v1_AdminNavigationItem__Output,
} from '../../../gatehouse/host/v1/AdminNavigationItem.js';

export interface AdminNavigationItem {
  code?: string;
  label?: string;
  icon?: string;
  order?: number;
  permissions?: string[];
  controller?: string;
  settings?: string;
  children?: _gatehouse_host_v1_AdminNavigationItem[];
  target?: 'controller' | 'settings';
}

export interface AdminNavigationItem__Output {
  code: string;
  label: string;
  icon: string;
  order: number;
  permissions: string[];
  controller?: string;
  settings?: string;
  children: _gatehouse_host_v1_AdminNavigationItem__Output[];
  target?: 'controller' | 'settings';
}
