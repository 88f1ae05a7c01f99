// Original file: proto/gatehouse/host/v1/admin_query.proto

import type {
  AdminColumnReference as _gatehouse_host_v1_AdminColumnReference,
  AdminColumnReference__Output as _gatehouse_host_v1_AdminColumnReference__Output,
} from '../../../gatehouse/host/v1/AdminColumnReference.js';
import type {
  AdminComparisonOperator as _gatehouse_host_v1_AdminComparisonOperator,
  AdminComparisonOperator__Output as _gatehouse_host_v1_AdminComparisonOperator__Output,
} from '../../../gatehouse/host/v1/AdminComparisonOperator.js';
import type {
  Cell as _gatehouse_host_v1_Cell,
  Cell__Output as _gatehouse_host_v1_Cell__Output,
} from '../../../gatehouse/host/v1/Cell.js';

export interface AdminComparison {
  column?: _gatehouse_host_v1_AdminColumnReference | null;
  operator?: _gatehouse_host_v1_AdminComparisonOperator;
  values?: _gatehouse_host_v1_Cell[];
}

export interface AdminComparison__Output {
  column: _gatehouse_host_v1_AdminColumnReference__Output | null;
  operator: _gatehouse_host_v1_AdminComparisonOperator__Output;
  values: _gatehouse_host_v1_Cell__Output[];
}
