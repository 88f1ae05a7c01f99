// Original file: proto/gatehouse/host/v1/admin_registration.proto

import type {
  AdminColumn as _gatehouse_host_v1_AdminColumn,
  AdminColumn__Output as _gatehouse_host_v1_AdminColumn__Output,
} from '../../../gatehouse/host/v1/AdminColumn.js';

export interface AdminSettingsScreen {
  code?: string;
  label?: string;
  description?: string;
  category?: string;
  icon?: string;
  order?: number;
  keywords?: string[];
  permissions?: string[];
  fields?: string;
  columns?: _gatehouse_host_v1_AdminColumn[];
  versioned?: boolean;
  optionProviders?: string[];
}

export interface AdminSettingsScreen__Output {
  code: string;
  label: string;
  description: string;
  category: string;
  icon: string;
  order: number;
  keywords: string[];
  permissions: string[];
  fields: string;
  columns: _gatehouse_host_v1_AdminColumn__Output[];
  versioned: boolean;
  optionProviders: string[];
}
