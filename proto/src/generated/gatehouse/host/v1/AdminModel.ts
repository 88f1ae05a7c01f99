// Original file: proto/gatehouse/host/v1/admin_registration.proto

import type {
  AdminColumn as _gatehouse_host_v1_AdminColumn,
  AdminColumn__Output as _gatehouse_host_v1_AdminColumn__Output,
} from '../../../gatehouse/host/v1/AdminColumn.js';

export interface AdminModel {
  name?: string;
  table?: string;
  primaryKey?: string;
  versioned?: boolean;
  columns?: _gatehouse_host_v1_AdminColumn[];
  scopes?: string[];
}

export interface AdminModel__Output {
  name: string;
  table: string;
  primaryKey: string;
  versioned: boolean;
  columns: _gatehouse_host_v1_AdminColumn__Output[];
  scopes: string[];
}
