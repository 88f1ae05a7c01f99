// Original file: proto/gatehouse/host/v1/admin_view.proto

import type {
  SavedView as _gatehouse_host_v1_SavedView,
  SavedView__Output as _gatehouse_host_v1_SavedView__Output,
} from '../../../gatehouse/host/v1/SavedView.js';

export interface ListViewsResponse {
  views?: _gatehouse_host_v1_SavedView[];
}

export interface ListViewsResponse__Output {
  views: _gatehouse_host_v1_SavedView__Output[];
}
