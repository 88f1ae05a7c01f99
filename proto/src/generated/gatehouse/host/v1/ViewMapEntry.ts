// Original file: proto/gatehouse/host/v1/admin_cell.proto

import type {
  ViewValue as _gatehouse_host_v1_ViewValue,
  ViewValue__Output as _gatehouse_host_v1_ViewValue__Output,
} from '../../../gatehouse/host/v1/ViewValue.js';

export interface ViewMapEntry {
  key?: string;
  value?: _gatehouse_host_v1_ViewValue | null;
}

export interface ViewMapEntry__Output {
  key: string;
  value: _gatehouse_host_v1_ViewValue__Output | null;
}
