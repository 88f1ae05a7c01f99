// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  AdminCaller as _gatehouse_host_v1_AdminCaller,
  AdminCaller__Output as _gatehouse_host_v1_AdminCaller__Output,
} from '../../../gatehouse/host/v1/AdminCaller.js';
import type {
  RelationOptions as _gatehouse_host_v1_RelationOptions,
  RelationOptions__Output as _gatehouse_host_v1_RelationOptions__Output,
} from '../../../gatehouse/host/v1/RelationOptions.js';
import type {
  ModelOptions as _gatehouse_host_v1_ModelOptions,
  ModelOptions__Output as _gatehouse_host_v1_ModelOptions__Output,
} from '../../../gatehouse/host/v1/ModelOptions.js';
import type {
  AdminPage as _gatehouse_host_v1_AdminPage,
  AdminPage__Output as _gatehouse_host_v1_AdminPage__Output,
} from '../../../gatehouse/host/v1/AdminPage.js';
import type {
  FormValue as _gatehouse_host_v1_FormValue,
  FormValue__Output as _gatehouse_host_v1_FormValue__Output,
} from '../../../gatehouse/host/v1/FormValue.js';

export interface ListOptionsRequest {
  caller?: _gatehouse_host_v1_AdminCaller | null;
  controller?: string;
  settings?: string;
  relation?: _gatehouse_host_v1_RelationOptions | null;
  model?: _gatehouse_host_v1_ModelOptions | null;
  provider?: string;
  terms?: string[];
  ids?: string[];
  page?: _gatehouse_host_v1_AdminPage | null;
  formValues?: _gatehouse_host_v1_FormValue[];
  labels?: string[];
  form?: 'controller' | 'settings';
  source?: 'relation' | 'model' | 'provider';
}

export interface ListOptionsRequest__Output {
  caller: _gatehouse_host_v1_AdminCaller__Output | null;
  controller?: string;
  settings?: string;
  relation?: _gatehouse_host_v1_RelationOptions__Output | null;
  model?: _gatehouse_host_v1_ModelOptions__Output | null;
  provider?: string;
  terms: string[];
  ids: string[];
  page: _gatehouse_host_v1_AdminPage__Output | null;
  formValues: _gatehouse_host_v1_FormValue__Output[];
  labels: string[];
  form?: 'controller' | 'settings';
  source?: 'relation' | 'model' | 'provider';
}
