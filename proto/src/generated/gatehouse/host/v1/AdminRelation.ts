// Original file: proto/gatehouse/host/v1/admin_registration.proto

import type {
  AdminBelongsTo as _gatehouse_host_v1_AdminBelongsTo,
  AdminBelongsTo__Output as _gatehouse_host_v1_AdminBelongsTo__Output,
} from '../../../gatehouse/host/v1/AdminBelongsTo.js';
import type {
  AdminBelongsToMany as _gatehouse_host_v1_AdminBelongsToMany,
  AdminBelongsToMany__Output as _gatehouse_host_v1_AdminBelongsToMany__Output,
} from '../../../gatehouse/host/v1/AdminBelongsToMany.js';
import type {
  AdminHasMany as _gatehouse_host_v1_AdminHasMany,
  AdminHasMany__Output as _gatehouse_host_v1_AdminHasMany__Output,
} from '../../../gatehouse/host/v1/AdminHasMany.js';

export interface AdminRelation {
  name?: string;
  relatedModel?: string;
  relatedTable?: string;
  labelColumn?: string;
  belongsTo?: _gatehouse_host_v1_AdminBelongsTo | null;
  belongsToMany?: _gatehouse_host_v1_AdminBelongsToMany | null;
  hasMany?: _gatehouse_host_v1_AdminHasMany | null;
  binding?: 'belongsTo' | 'belongsToMany' | 'hasMany';
}

export interface AdminRelation__Output {
  name: string;
  relatedModel: string;
  relatedTable: string;
  labelColumn: string;
  belongsTo?: _gatehouse_host_v1_AdminBelongsTo__Output | null;
  belongsToMany?: _gatehouse_host_v1_AdminBelongsToMany__Output | null;
  hasMany?: _gatehouse_host_v1_AdminHasMany__Output | null;
  binding?: 'belongsTo' | 'belongsToMany' | 'hasMany';
}
