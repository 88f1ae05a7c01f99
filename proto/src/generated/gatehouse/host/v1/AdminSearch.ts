// Original file: proto/gatehouse/host/v1/admin_query.proto

import type {
  AdminSearchMode as _gatehouse_host_v1_AdminSearchMode,
  AdminSearchMode__Output as _gatehouse_host_v1_AdminSearchMode__Output,
} from '../../../gatehouse/host/v1/AdminSearchMode.js';
import type {
  AdminColumnReference as _gatehouse_host_v1_AdminColumnReference,
  AdminColumnReference__Output as _gatehouse_host_v1_AdminColumnReference__Output,
} from '../../../gatehouse/host/v1/AdminColumnReference.js';

export interface AdminSearch {
  mode?: _gatehouse_host_v1_AdminSearchMode;
  terms?: string[];
  columns?: _gatehouse_host_v1_AdminColumnReference[];
}

export interface AdminSearch__Output {
  mode: _gatehouse_host_v1_AdminSearchMode__Output;
  terms: string[];
  columns: _gatehouse_host_v1_AdminColumnReference__Output[];
}
