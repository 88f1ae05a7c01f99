// Original file: proto/gatehouse/host/v1/admin_cell.proto

import type {
  ViewMapEntry as _gatehouse_host_v1_ViewMapEntry,
  ViewMapEntry__Output as _gatehouse_host_v1_ViewMapEntry__Output,
} from '../../../gatehouse/host/v1/ViewMapEntry.js';

export interface ViewMap {
  entries?: _gatehouse_host_v1_ViewMapEntry[];
}

export interface ViewMap__Output {
  entries: _gatehouse_host_v1_ViewMapEntry__Output[];
}
