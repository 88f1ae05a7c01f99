// Original file: proto/gatehouse/host/v1/admin_cell.proto

import type {
  ViewValue as _gatehouse_host_v1_ViewValue,
  ViewValue__Output as _gatehouse_host_v1_ViewValue__Output,
} from '../../../gatehouse/host/v1/ViewValue.js';

export interface ViewList {
  items?: _gatehouse_host_v1_ViewValue[];
}

export interface ViewList__Output {
  items: _gatehouse_host_v1_ViewValue__Output[];
}
