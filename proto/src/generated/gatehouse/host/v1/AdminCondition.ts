// Original file: proto/gatehouse/host/v1/admin_query.proto

import type {
  AdminComparison as _gatehouse_host_v1_AdminComparison,
  AdminComparison__Output as _gatehouse_host_v1_AdminComparison__Output,
} from '../../../gatehouse/host/v1/AdminComparison.js';
import type {
  AdminRelatedTo as _gatehouse_host_v1_AdminRelatedTo,
  AdminRelatedTo__Output as _gatehouse_host_v1_AdminRelatedTo__Output,
} from '../../../gatehouse/host/v1/AdminRelatedTo.js';

export interface AdminCondition {
  comparison?: _gatehouse_host_v1_AdminComparison | null;
  relatedTo?: _gatehouse_host_v1_AdminRelatedTo | null;
  condition?: 'comparison' | 'relatedTo';
}

export interface AdminCondition__Output {
  comparison?: _gatehouse_host_v1_AdminComparison__Output | null;
  relatedTo?: _gatehouse_host_v1_AdminRelatedTo__Output | null;
  condition?: 'comparison' | 'relatedTo';
}
