// Original file: proto/gatehouse/host/v1/admin_query.proto

import type {
  AdminRelationSelection as _gatehouse_host_v1_AdminRelationSelection,
  AdminRelationSelection__Output as _gatehouse_host_v1_AdminRelationSelection__Output,
} from '../../../gatehouse/host/v1/AdminRelationSelection.js';

export interface AdminSelection {
  columns?: string[];
  relations?: _gatehouse_host_v1_AdminRelationSelection[];
  maxText?: number;
  maxRelatedText?: number;
}

export interface AdminSelection__Output {
  columns: string[];
  relations: _gatehouse_host_v1_AdminRelationSelection__Output[];
  maxText: number;
  maxRelatedText: number;
}
