// Original file: proto/gatehouse/host/v1/admin_view.proto

import type {
  SavedView as _gatehouse_host_v1_SavedView,
  SavedView__Output as _gatehouse_host_v1_SavedView__Output,
} from '../../../gatehouse/host/v1/SavedView.js';
import type {
  ViewRefusal as _gatehouse_host_v1_ViewRefusal,
  ViewRefusal__Output as _gatehouse_host_v1_ViewRefusal__Output,
} from '../../../gatehouse/host/v1/ViewRefusal.js';

export interface SaveViewResponse {
  view?: _gatehouse_host_v1_SavedView | null;
  refusal?: _gatehouse_host_v1_ViewRefusal;
  outcome?: 'view' | 'refusal';
}

export interface SaveViewResponse__Output {
  view?: _gatehouse_host_v1_SavedView__Output | null;
  refusal?: _gatehouse_host_v1_ViewRefusal__Output;
  outcome?: 'view' | 'refusal';
}
