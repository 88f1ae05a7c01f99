// Original file: proto/gatehouse/host/v1/admin_query.proto

import type {
  AdminRelatedColumn as _gatehouse_host_v1_AdminRelatedColumn,
  AdminRelatedColumn__Output as _gatehouse_host_v1_AdminRelatedColumn__Output,
} from '../../../gatehouse/host/v1/AdminRelatedColumn.js';

export interface AdminRelationSelection {
  relation?: string;
  related?: _gatehouse_host_v1_AdminRelatedColumn | null;
  count?: boolean;
  wanted?: 'related' | 'count';
}

export interface AdminRelationSelection__Output {
  relation: string;
  related?: _gatehouse_host_v1_AdminRelatedColumn__Output | null;
  count?: boolean;
  wanted?: 'related' | 'count';
}
