// Original file: proto/gatehouse/host/v1/admin_view.proto

import type {
  ViewRefusal as _gatehouse_host_v1_ViewRefusal,
  ViewRefusal__Output as _gatehouse_host_v1_ViewRefusal__Output,
} from '../../../gatehouse/host/v1/ViewRefusal.js';

export interface DeleteViewResponse {
  refusal?: _gatehouse_host_v1_ViewRefusal;
}

export interface DeleteViewResponse__Output {
  refusal: _gatehouse_host_v1_ViewRefusal__Output;
}
