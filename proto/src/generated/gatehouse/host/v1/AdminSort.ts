// Original file: proto/gatehouse/host/v1/admin_query.proto

import type {
  AdminColumnReference as _gatehouse_host_v1_AdminColumnReference,
  AdminColumnReference__Output as _gatehouse_host_v1_AdminColumnReference__Output,
} from '../../../gatehouse/host/v1/AdminColumnReference.js';

export interface AdminSort {
  column?: _gatehouse_host_v1_AdminColumnReference | null;
  descending?: boolean;
}

export interface AdminSort__Output {
  column: _gatehouse_host_v1_AdminColumnReference__Output | null;
  descending: boolean;
}
