// Original file: proto/gatehouse/host/v1/admin_cell.proto

import type {
  Cell as _gatehouse_host_v1_Cell,
  Cell__Output as _gatehouse_host_v1_Cell__Output,
} from '../../../gatehouse/host/v1/Cell.js';
import type {
  ViewList as _gatehouse_host_v1_ViewList,
  ViewList__Output as _gatehouse_host_v1_ViewList__Output,
} from '../../../gatehouse/host/v1/ViewList.js';
import type {
  ViewMap as _gatehouse_host_v1_ViewMap,
  ViewMap__Output as _gatehouse_host_v1_ViewMap__Output,
} from '../../../gatehouse/host/v1/ViewMap.js';

export interface ViewValue {
  cell?: _gatehouse_host_v1_Cell | null;
  list?: _gatehouse_host_v1_ViewList | null;
  map?: _gatehouse_host_v1_ViewMap | null;
  recordModel?: string;
  trustedHtml?: boolean;
  value?: 'cell' | 'list' | 'map' | 'recordModel' | 'trustedHtml';
}

export interface ViewValue__Output {
  cell?: _gatehouse_host_v1_Cell__Output | null;
  list?: _gatehouse_host_v1_ViewList__Output | null;
  map?: _gatehouse_host_v1_ViewMap__Output | null;
  recordModel?: string;
  trustedHtml?: boolean;
  value?: 'cell' | 'list' | 'map' | 'recordModel' | 'trustedHtml';
}
