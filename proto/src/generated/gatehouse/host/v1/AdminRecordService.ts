// Original file: proto/gatehouse/host/v1/admin_record.proto

import type * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type {
  CreateRecordRequest as _gatehouse_host_v1_CreateRecordRequest,
  CreateRecordRequest__Output as _gatehouse_host_v1_CreateRecordRequest__Output,
} from '../../../gatehouse/host/v1/CreateRecordRequest.js';
import type {
  CreateRecordResponse as _gatehouse_host_v1_CreateRecordResponse,
  CreateRecordResponse__Output as _gatehouse_host_v1_CreateRecordResponse__Output,
} from '../../../gatehouse/host/v1/CreateRecordResponse.js';
import type {
  DeleteRecordsRequest as _gatehouse_host_v1_DeleteRecordsRequest,
  DeleteRecordsRequest__Output as _gatehouse_host_v1_DeleteRecordsRequest__Output,
} from '../../../gatehouse/host/v1/DeleteRecordsRequest.js';
import type {
  DeleteRecordsResponse as _gatehouse_host_v1_DeleteRecordsResponse,
  DeleteRecordsResponse__Output as _gatehouse_host_v1_DeleteRecordsResponse__Output,
} from '../../../gatehouse/host/v1/DeleteRecordsResponse.js';
import type {
  GetPartialDataRequest as _gatehouse_host_v1_GetPartialDataRequest,
  GetPartialDataRequest__Output as _gatehouse_host_v1_GetPartialDataRequest__Output,
} from '../../../gatehouse/host/v1/GetPartialDataRequest.js';
import type {
  GetPartialDataResponse as _gatehouse_host_v1_GetPartialDataResponse,
  GetPartialDataResponse__Output as _gatehouse_host_v1_GetPartialDataResponse__Output,
} from '../../../gatehouse/host/v1/GetPartialDataResponse.js';
import type {
  GetRecordRequest as _gatehouse_host_v1_GetRecordRequest,
  GetRecordRequest__Output as _gatehouse_host_v1_GetRecordRequest__Output,
} from '../../../gatehouse/host/v1/GetRecordRequest.js';
import type {
  GetRecordResponse as _gatehouse_host_v1_GetRecordResponse,
  GetRecordResponse__Output as _gatehouse_host_v1_GetRecordResponse__Output,
} from '../../../gatehouse/host/v1/GetRecordResponse.js';
import type {
  GetSettingsRequest as _gatehouse_host_v1_GetSettingsRequest,
  GetSettingsRequest__Output as _gatehouse_host_v1_GetSettingsRequest__Output,
} from '../../../gatehouse/host/v1/GetSettingsRequest.js';
import type {
  GetSettingsResponse as _gatehouse_host_v1_GetSettingsResponse,
  GetSettingsResponse__Output as _gatehouse_host_v1_GetSettingsResponse__Output,
} from '../../../gatehouse/host/v1/GetSettingsResponse.js';
import type {
  LinkRequest as _gatehouse_host_v1_LinkRequest,
  LinkRequest__Output as _gatehouse_host_v1_LinkRequest__Output,
} from '../../../gatehouse/host/v1/LinkRequest.js';
import type {
  LinkResponse as _gatehouse_host_v1_LinkResponse,
  LinkResponse__Output as _gatehouse_host_v1_LinkResponse__Output,
} from '../../../gatehouse/host/v1/LinkResponse.js';
import type {
  ListCandidatesRequest as _gatehouse_host_v1_ListCandidatesRequest,
  ListCandidatesRequest__Output as _gatehouse_host_v1_ListCandidatesRequest__Output,
} from '../../../gatehouse/host/v1/ListCandidatesRequest.js';
import type {
  ListCandidatesResponse as _gatehouse_host_v1_ListCandidatesResponse,
  ListCandidatesResponse__Output as _gatehouse_host_v1_ListCandidatesResponse__Output,
} from '../../../gatehouse/host/v1/ListCandidatesResponse.js';
import type {
  ListOptionsRequest as _gatehouse_host_v1_ListOptionsRequest,
  ListOptionsRequest__Output as _gatehouse_host_v1_ListOptionsRequest__Output,
} from '../../../gatehouse/host/v1/ListOptionsRequest.js';
import type {
  ListOptionsResponse as _gatehouse_host_v1_ListOptionsResponse,
  ListOptionsResponse__Output as _gatehouse_host_v1_ListOptionsResponse__Output,
} from '../../../gatehouse/host/v1/ListOptionsResponse.js';
import type {
  ListRecordsRequest as _gatehouse_host_v1_ListRecordsRequest,
  ListRecordsRequest__Output as _gatehouse_host_v1_ListRecordsRequest__Output,
} from '../../../gatehouse/host/v1/ListRecordsRequest.js';
import type {
  ListRecordsResponse as _gatehouse_host_v1_ListRecordsResponse,
  ListRecordsResponse__Output as _gatehouse_host_v1_ListRecordsResponse__Output,
} from '../../../gatehouse/host/v1/ListRecordsResponse.js';
import type {
  ListRelatedRequest as _gatehouse_host_v1_ListRelatedRequest,
  ListRelatedRequest__Output as _gatehouse_host_v1_ListRelatedRequest__Output,
} from '../../../gatehouse/host/v1/ListRelatedRequest.js';
import type {
  ListRelatedResponse as _gatehouse_host_v1_ListRelatedResponse,
  ListRelatedResponse__Output as _gatehouse_host_v1_ListRelatedResponse__Output,
} from '../../../gatehouse/host/v1/ListRelatedResponse.js';
import type {
  RunActionRequest as _gatehouse_host_v1_RunActionRequest,
  RunActionRequest__Output as _gatehouse_host_v1_RunActionRequest__Output,
} from '../../../gatehouse/host/v1/RunActionRequest.js';
import type {
  RunActionResponse as _gatehouse_host_v1_RunActionResponse,
  RunActionResponse__Output as _gatehouse_host_v1_RunActionResponse__Output,
} from '../../../gatehouse/host/v1/RunActionResponse.js';
import type {
  UnlinkRequest as _gatehouse_host_v1_UnlinkRequest,
  UnlinkRequest__Output as _gatehouse_host_v1_UnlinkRequest__Output,
} from '../../../gatehouse/host/v1/UnlinkRequest.js';
import type {
  UnlinkResponse as _gatehouse_host_v1_UnlinkResponse,
  UnlinkResponse__Output as _gatehouse_host_v1_UnlinkResponse__Output,
} from '../../../gatehouse/host/v1/UnlinkResponse.js';
import type {
  UpdateRecordRequest as _gatehouse_host_v1_UpdateRecordRequest,
  UpdateRecordRequest__Output as _gatehouse_host_v1_UpdateRecordRequest__Output,
} from '../../../gatehouse/host/v1/UpdateRecordRequest.js';
import type {
  UpdateRecordResponse as _gatehouse_host_v1_UpdateRecordResponse,
  UpdateRecordResponse__Output as _gatehouse_host_v1_UpdateRecordResponse__Output,
} from '../../../gatehouse/host/v1/UpdateRecordResponse.js';
import type {
  UpdateSettingsRequest as _gatehouse_host_v1_UpdateSettingsRequest,
  UpdateSettingsRequest__Output as _gatehouse_host_v1_UpdateSettingsRequest__Output,
} from '../../../gatehouse/host/v1/UpdateSettingsRequest.js';
import type {
  UpdateSettingsResponse as _gatehouse_host_v1_UpdateSettingsResponse,
  UpdateSettingsResponse__Output as _gatehouse_host_v1_UpdateSettingsResponse__Output,
} from '../../../gatehouse/host/v1/UpdateSettingsResponse.js';

export interface AdminRecordServiceClient extends grpc.Client {
  CreateRecord(
    argument: _gatehouse_host_v1_CreateRecordRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_CreateRecordResponse__Output>,
  ): grpc.ClientUnaryCall;
  CreateRecord(
    argument: _gatehouse_host_v1_CreateRecordRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_CreateRecordResponse__Output>,
  ): grpc.ClientUnaryCall;
  CreateRecord(
    argument: _gatehouse_host_v1_CreateRecordRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_CreateRecordResponse__Output>,
  ): grpc.ClientUnaryCall;
  CreateRecord(
    argument: _gatehouse_host_v1_CreateRecordRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_CreateRecordResponse__Output>,
  ): grpc.ClientUnaryCall;
  createRecord(
    argument: _gatehouse_host_v1_CreateRecordRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_CreateRecordResponse__Output>,
  ): grpc.ClientUnaryCall;
  createRecord(
    argument: _gatehouse_host_v1_CreateRecordRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_CreateRecordResponse__Output>,
  ): grpc.ClientUnaryCall;
  createRecord(
    argument: _gatehouse_host_v1_CreateRecordRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_CreateRecordResponse__Output>,
  ): grpc.ClientUnaryCall;
  createRecord(
    argument: _gatehouse_host_v1_CreateRecordRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_CreateRecordResponse__Output>,
  ): grpc.ClientUnaryCall;

  DeleteRecords(
    argument: _gatehouse_host_v1_DeleteRecordsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_DeleteRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  DeleteRecords(
    argument: _gatehouse_host_v1_DeleteRecordsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_DeleteRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  DeleteRecords(
    argument: _gatehouse_host_v1_DeleteRecordsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_DeleteRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  DeleteRecords(
    argument: _gatehouse_host_v1_DeleteRecordsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_DeleteRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  deleteRecords(
    argument: _gatehouse_host_v1_DeleteRecordsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_DeleteRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  deleteRecords(
    argument: _gatehouse_host_v1_DeleteRecordsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_DeleteRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  deleteRecords(
    argument: _gatehouse_host_v1_DeleteRecordsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_DeleteRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  deleteRecords(
    argument: _gatehouse_host_v1_DeleteRecordsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_DeleteRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;

  GetPartialData(
    argument: _gatehouse_host_v1_GetPartialDataRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetPartialDataResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetPartialData(
    argument: _gatehouse_host_v1_GetPartialDataRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetPartialDataResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetPartialData(
    argument: _gatehouse_host_v1_GetPartialDataRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetPartialDataResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetPartialData(
    argument: _gatehouse_host_v1_GetPartialDataRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetPartialDataResponse__Output>,
  ): grpc.ClientUnaryCall;
  getPartialData(
    argument: _gatehouse_host_v1_GetPartialDataRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetPartialDataResponse__Output>,
  ): grpc.ClientUnaryCall;
  getPartialData(
    argument: _gatehouse_host_v1_GetPartialDataRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetPartialDataResponse__Output>,
  ): grpc.ClientUnaryCall;
  getPartialData(
    argument: _gatehouse_host_v1_GetPartialDataRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetPartialDataResponse__Output>,
  ): grpc.ClientUnaryCall;
  getPartialData(
    argument: _gatehouse_host_v1_GetPartialDataRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetPartialDataResponse__Output>,
  ): grpc.ClientUnaryCall;

  GetRecord(
    argument: _gatehouse_host_v1_GetRecordRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetRecordResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetRecord(
    argument: _gatehouse_host_v1_GetRecordRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetRecordResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetRecord(
    argument: _gatehouse_host_v1_GetRecordRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetRecordResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetRecord(
    argument: _gatehouse_host_v1_GetRecordRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetRecordResponse__Output>,
  ): grpc.ClientUnaryCall;
  getRecord(
    argument: _gatehouse_host_v1_GetRecordRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetRecordResponse__Output>,
  ): grpc.ClientUnaryCall;
  getRecord(
    argument: _gatehouse_host_v1_GetRecordRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetRecordResponse__Output>,
  ): grpc.ClientUnaryCall;
  getRecord(
    argument: _gatehouse_host_v1_GetRecordRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetRecordResponse__Output>,
  ): grpc.ClientUnaryCall;
  getRecord(
    argument: _gatehouse_host_v1_GetRecordRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetRecordResponse__Output>,
  ): grpc.ClientUnaryCall;

  GetSettings(
    argument: _gatehouse_host_v1_GetSettingsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetSettingsResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetSettings(
    argument: _gatehouse_host_v1_GetSettingsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetSettingsResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetSettings(
    argument: _gatehouse_host_v1_GetSettingsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetSettingsResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetSettings(
    argument: _gatehouse_host_v1_GetSettingsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetSettingsResponse__Output>,
  ): grpc.ClientUnaryCall;
  getSettings(
    argument: _gatehouse_host_v1_GetSettingsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetSettingsResponse__Output>,
  ): grpc.ClientUnaryCall;
  getSettings(
    argument: _gatehouse_host_v1_GetSettingsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetSettingsResponse__Output>,
  ): grpc.ClientUnaryCall;
  getSettings(
    argument: _gatehouse_host_v1_GetSettingsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetSettingsResponse__Output>,
  ): grpc.ClientUnaryCall;
  getSettings(
    argument: _gatehouse_host_v1_GetSettingsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_GetSettingsResponse__Output>,
  ): grpc.ClientUnaryCall;

  Link(
    argument: _gatehouse_host_v1_LinkRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_LinkResponse__Output>,
  ): grpc.ClientUnaryCall;
  Link(
    argument: _gatehouse_host_v1_LinkRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_LinkResponse__Output>,
  ): grpc.ClientUnaryCall;
  Link(
    argument: _gatehouse_host_v1_LinkRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_LinkResponse__Output>,
  ): grpc.ClientUnaryCall;
  Link(
    argument: _gatehouse_host_v1_LinkRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_LinkResponse__Output>,
  ): grpc.ClientUnaryCall;
  link(
    argument: _gatehouse_host_v1_LinkRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_LinkResponse__Output>,
  ): grpc.ClientUnaryCall;
  link(
    argument: _gatehouse_host_v1_LinkRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_LinkResponse__Output>,
  ): grpc.ClientUnaryCall;
  link(
    argument: _gatehouse_host_v1_LinkRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_LinkResponse__Output>,
  ): grpc.ClientUnaryCall;
  link(
    argument: _gatehouse_host_v1_LinkRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_LinkResponse__Output>,
  ): grpc.ClientUnaryCall;

  ListCandidates(
    argument: _gatehouse_host_v1_ListCandidatesRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListCandidatesResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListCandidates(
    argument: _gatehouse_host_v1_ListCandidatesRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListCandidatesResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListCandidates(
    argument: _gatehouse_host_v1_ListCandidatesRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListCandidatesResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListCandidates(
    argument: _gatehouse_host_v1_ListCandidatesRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListCandidatesResponse__Output>,
  ): grpc.ClientUnaryCall;
  listCandidates(
    argument: _gatehouse_host_v1_ListCandidatesRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListCandidatesResponse__Output>,
  ): grpc.ClientUnaryCall;
  listCandidates(
    argument: _gatehouse_host_v1_ListCandidatesRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListCandidatesResponse__Output>,
  ): grpc.ClientUnaryCall;
  listCandidates(
    argument: _gatehouse_host_v1_ListCandidatesRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListCandidatesResponse__Output>,
  ): grpc.ClientUnaryCall;
  listCandidates(
    argument: _gatehouse_host_v1_ListCandidatesRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListCandidatesResponse__Output>,
  ): grpc.ClientUnaryCall;

  ListOptions(
    argument: _gatehouse_host_v1_ListOptionsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListOptionsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListOptions(
    argument: _gatehouse_host_v1_ListOptionsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListOptionsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListOptions(
    argument: _gatehouse_host_v1_ListOptionsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListOptionsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListOptions(
    argument: _gatehouse_host_v1_ListOptionsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListOptionsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listOptions(
    argument: _gatehouse_host_v1_ListOptionsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListOptionsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listOptions(
    argument: _gatehouse_host_v1_ListOptionsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListOptionsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listOptions(
    argument: _gatehouse_host_v1_ListOptionsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListOptionsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listOptions(
    argument: _gatehouse_host_v1_ListOptionsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListOptionsResponse__Output>,
  ): grpc.ClientUnaryCall;

  ListRecords(
    argument: _gatehouse_host_v1_ListRecordsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListRecords(
    argument: _gatehouse_host_v1_ListRecordsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListRecords(
    argument: _gatehouse_host_v1_ListRecordsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListRecords(
    argument: _gatehouse_host_v1_ListRecordsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listRecords(
    argument: _gatehouse_host_v1_ListRecordsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listRecords(
    argument: _gatehouse_host_v1_ListRecordsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listRecords(
    argument: _gatehouse_host_v1_ListRecordsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listRecords(
    argument: _gatehouse_host_v1_ListRecordsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListRecordsResponse__Output>,
  ): grpc.ClientUnaryCall;

  ListRelated(
    argument: _gatehouse_host_v1_ListRelatedRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListRelatedResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListRelated(
    argument: _gatehouse_host_v1_ListRelatedRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListRelatedResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListRelated(
    argument: _gatehouse_host_v1_ListRelatedRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListRelatedResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListRelated(
    argument: _gatehouse_host_v1_ListRelatedRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListRelatedResponse__Output>,
  ): grpc.ClientUnaryCall;
  listRelated(
    argument: _gatehouse_host_v1_ListRelatedRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListRelatedResponse__Output>,
  ): grpc.ClientUnaryCall;
  listRelated(
    argument: _gatehouse_host_v1_ListRelatedRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListRelatedResponse__Output>,
  ): grpc.ClientUnaryCall;
  listRelated(
    argument: _gatehouse_host_v1_ListRelatedRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListRelatedResponse__Output>,
  ): grpc.ClientUnaryCall;
  listRelated(
    argument: _gatehouse_host_v1_ListRelatedRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_ListRelatedResponse__Output>,
  ): grpc.ClientUnaryCall;

  RunAction(
    argument: _gatehouse_host_v1_RunActionRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RunActionResponse__Output>,
  ): grpc.ClientUnaryCall;
  RunAction(
    argument: _gatehouse_host_v1_RunActionRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_RunActionResponse__Output>,
  ): grpc.ClientUnaryCall;
  RunAction(
    argument: _gatehouse_host_v1_RunActionRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RunActionResponse__Output>,
  ): grpc.ClientUnaryCall;
  RunAction(
    argument: _gatehouse_host_v1_RunActionRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_RunActionResponse__Output>,
  ): grpc.ClientUnaryCall;
  runAction(
    argument: _gatehouse_host_v1_RunActionRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RunActionResponse__Output>,
  ): grpc.ClientUnaryCall;
  runAction(
    argument: _gatehouse_host_v1_RunActionRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_RunActionResponse__Output>,
  ): grpc.ClientUnaryCall;
  runAction(
    argument: _gatehouse_host_v1_RunActionRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_RunActionResponse__Output>,
  ): grpc.ClientUnaryCall;
  runAction(
    argument: _gatehouse_host_v1_RunActionRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_RunActionResponse__Output>,
  ): grpc.ClientUnaryCall;

  Unlink(
    argument: _gatehouse_host_v1_UnlinkRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UnlinkResponse__Output>,
  ): grpc.ClientUnaryCall;
  Unlink(
    argument: _gatehouse_host_v1_UnlinkRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_UnlinkResponse__Output>,
  ): grpc.ClientUnaryCall;
  Unlink(
    argument: _gatehouse_host_v1_UnlinkRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UnlinkResponse__Output>,
  ): grpc.ClientUnaryCall;
  Unlink(
    argument: _gatehouse_host_v1_UnlinkRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_UnlinkResponse__Output>,
  ): grpc.ClientUnaryCall;
  unlink(
    argument: _gatehouse_host_v1_UnlinkRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UnlinkResponse__Output>,
  ): grpc.ClientUnaryCall;
  unlink(
    argument: _gatehouse_host_v1_UnlinkRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_UnlinkResponse__Output>,
  ): grpc.ClientUnaryCall;
  unlink(
    argument: _gatehouse_host_v1_UnlinkRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UnlinkResponse__Output>,
  ): grpc.ClientUnaryCall;
  unlink(
    argument: _gatehouse_host_v1_UnlinkRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_UnlinkResponse__Output>,
  ): grpc.ClientUnaryCall;

  UpdateRecord(
    argument: _gatehouse_host_v1_UpdateRecordRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateRecordResponse__Output>,
  ): grpc.ClientUnaryCall;
  UpdateRecord(
    argument: _gatehouse_host_v1_UpdateRecordRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateRecordResponse__Output>,
  ): grpc.ClientUnaryCall;
  UpdateRecord(
    argument: _gatehouse_host_v1_UpdateRecordRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateRecordResponse__Output>,
  ): grpc.ClientUnaryCall;
  UpdateRecord(
    argument: _gatehouse_host_v1_UpdateRecordRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateRecordResponse__Output>,
  ): grpc.ClientUnaryCall;
  updateRecord(
    argument: _gatehouse_host_v1_UpdateRecordRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateRecordResponse__Output>,
  ): grpc.ClientUnaryCall;
  updateRecord(
    argument: _gatehouse_host_v1_UpdateRecordRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateRecordResponse__Output>,
  ): grpc.ClientUnaryCall;
  updateRecord(
    argument: _gatehouse_host_v1_UpdateRecordRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateRecordResponse__Output>,
  ): grpc.ClientUnaryCall;
  updateRecord(
    argument: _gatehouse_host_v1_UpdateRecordRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateRecordResponse__Output>,
  ): grpc.ClientUnaryCall;

  UpdateSettings(
    argument: _gatehouse_host_v1_UpdateSettingsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateSettingsResponse__Output>,
  ): grpc.ClientUnaryCall;
  UpdateSettings(
    argument: _gatehouse_host_v1_UpdateSettingsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateSettingsResponse__Output>,
  ): grpc.ClientUnaryCall;
  UpdateSettings(
    argument: _gatehouse_host_v1_UpdateSettingsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateSettingsResponse__Output>,
  ): grpc.ClientUnaryCall;
  UpdateSettings(
    argument: _gatehouse_host_v1_UpdateSettingsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateSettingsResponse__Output>,
  ): grpc.ClientUnaryCall;
  updateSettings(
    argument: _gatehouse_host_v1_UpdateSettingsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateSettingsResponse__Output>,
  ): grpc.ClientUnaryCall;
  updateSettings(
    argument: _gatehouse_host_v1_UpdateSettingsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateSettingsResponse__Output>,
  ): grpc.ClientUnaryCall;
  updateSettings(
    argument: _gatehouse_host_v1_UpdateSettingsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateSettingsResponse__Output>,
  ): grpc.ClientUnaryCall;
  updateSettings(
    argument: _gatehouse_host_v1_UpdateSettingsRequest,
    callback: grpc.requestCallback<_gatehouse_host_v1_UpdateSettingsResponse__Output>,
  ): grpc.ClientUnaryCall;
}

export interface AdminRecordServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateRecord: grpc.handleUnaryCall<
    _gatehouse_host_v1_CreateRecordRequest__Output,
    _gatehouse_host_v1_CreateRecordResponse
  >;

  DeleteRecords: grpc.handleUnaryCall<
    _gatehouse_host_v1_DeleteRecordsRequest__Output,
    _gatehouse_host_v1_DeleteRecordsResponse
  >;

  GetPartialData: grpc.handleUnaryCall<
    _gatehouse_host_v1_GetPartialDataRequest__Output,
    _gatehouse_host_v1_GetPartialDataResponse
  >;

  GetRecord: grpc.handleUnaryCall<_gatehouse_host_v1_GetRecordRequest__Output, _gatehouse_host_v1_GetRecordResponse>;

  GetSettings: grpc.handleUnaryCall<
    _gatehouse_host_v1_GetSettingsRequest__Output,
    _gatehouse_host_v1_GetSettingsResponse
  >;

  Link: grpc.handleUnaryCall<_gatehouse_host_v1_LinkRequest__Output, _gatehouse_host_v1_LinkResponse>;

  ListCandidates: grpc.handleUnaryCall<
    _gatehouse_host_v1_ListCandidatesRequest__Output,
    _gatehouse_host_v1_ListCandidatesResponse
  >;

  ListOptions: grpc.handleUnaryCall<
    _gatehouse_host_v1_ListOptionsRequest__Output,
    _gatehouse_host_v1_ListOptionsResponse
  >;

  ListRecords: grpc.handleUnaryCall<
    _gatehouse_host_v1_ListRecordsRequest__Output,
    _gatehouse_host_v1_ListRecordsResponse
  >;

  ListRelated: grpc.handleUnaryCall<
    _gatehouse_host_v1_ListRelatedRequest__Output,
    _gatehouse_host_v1_ListRelatedResponse
  >;

  RunAction: grpc.handleUnaryCall<_gatehouse_host_v1_RunActionRequest__Output, _gatehouse_host_v1_RunActionResponse>;

  Unlink: grpc.handleUnaryCall<_gatehouse_host_v1_UnlinkRequest__Output, _gatehouse_host_v1_UnlinkResponse>;

  UpdateRecord: grpc.handleUnaryCall<
    _gatehouse_host_v1_UpdateRecordRequest__Output,
    _gatehouse_host_v1_UpdateRecordResponse
  >;

  UpdateSettings: grpc.handleUnaryCall<
    _gatehouse_host_v1_UpdateSettingsRequest__Output,
    _gatehouse_host_v1_UpdateSettingsResponse
  >;
}

export interface AdminRecordServiceDefinition extends grpc.ServiceDefinition {
  CreateRecord: MethodDefinition<
    _gatehouse_host_v1_CreateRecordRequest,
    _gatehouse_host_v1_CreateRecordResponse,
    _gatehouse_host_v1_CreateRecordRequest__Output,
    _gatehouse_host_v1_CreateRecordResponse__Output
  >;
  DeleteRecords: MethodDefinition<
    _gatehouse_host_v1_DeleteRecordsRequest,
    _gatehouse_host_v1_DeleteRecordsResponse,
    _gatehouse_host_v1_DeleteRecordsRequest__Output,
    _gatehouse_host_v1_DeleteRecordsResponse__Output
  >;
  GetPartialData: MethodDefinition<
    _gatehouse_host_v1_GetPartialDataRequest,
    _gatehouse_host_v1_GetPartialDataResponse,
    _gatehouse_host_v1_GetPartialDataRequest__Output,
    _gatehouse_host_v1_GetPartialDataResponse__Output
  >;
  GetRecord: MethodDefinition<
    _gatehouse_host_v1_GetRecordRequest,
    _gatehouse_host_v1_GetRecordResponse,
    _gatehouse_host_v1_GetRecordRequest__Output,
    _gatehouse_host_v1_GetRecordResponse__Output
  >;
  GetSettings: MethodDefinition<
    _gatehouse_host_v1_GetSettingsRequest,
    _gatehouse_host_v1_GetSettingsResponse,
    _gatehouse_host_v1_GetSettingsRequest__Output,
    _gatehouse_host_v1_GetSettingsResponse__Output
  >;
  Link: MethodDefinition<
    _gatehouse_host_v1_LinkRequest,
    _gatehouse_host_v1_LinkResponse,
    _gatehouse_host_v1_LinkRequest__Output,
    _gatehouse_host_v1_LinkResponse__Output
  >;
  ListCandidates: MethodDefinition<
    _gatehouse_host_v1_ListCandidatesRequest,
    _gatehouse_host_v1_ListCandidatesResponse,
    _gatehouse_host_v1_ListCandidatesRequest__Output,
    _gatehouse_host_v1_ListCandidatesResponse__Output
  >;
  ListOptions: MethodDefinition<
    _gatehouse_host_v1_ListOptionsRequest,
    _gatehouse_host_v1_ListOptionsResponse,
    _gatehouse_host_v1_ListOptionsRequest__Output,
    _gatehouse_host_v1_ListOptionsResponse__Output
  >;
  ListRecords: MethodDefinition<
    _gatehouse_host_v1_ListRecordsRequest,
    _gatehouse_host_v1_ListRecordsResponse,
    _gatehouse_host_v1_ListRecordsRequest__Output,
    _gatehouse_host_v1_ListRecordsResponse__Output
  >;
  ListRelated: MethodDefinition<
    _gatehouse_host_v1_ListRelatedRequest,
    _gatehouse_host_v1_ListRelatedResponse,
    _gatehouse_host_v1_ListRelatedRequest__Output,
    _gatehouse_host_v1_ListRelatedResponse__Output
  >;
  RunAction: MethodDefinition<
    _gatehouse_host_v1_RunActionRequest,
    _gatehouse_host_v1_RunActionResponse,
    _gatehouse_host_v1_RunActionRequest__Output,
    _gatehouse_host_v1_RunActionResponse__Output
  >;
  Unlink: MethodDefinition<
    _gatehouse_host_v1_UnlinkRequest,
    _gatehouse_host_v1_UnlinkResponse,
    _gatehouse_host_v1_UnlinkRequest__Output,
    _gatehouse_host_v1_UnlinkResponse__Output
  >;
  UpdateRecord: MethodDefinition<
    _gatehouse_host_v1_UpdateRecordRequest,
    _gatehouse_host_v1_UpdateRecordResponse,
    _gatehouse_host_v1_UpdateRecordRequest__Output,
    _gatehouse_host_v1_UpdateRecordResponse__Output
  >;
  UpdateSettings: MethodDefinition<
    _gatehouse_host_v1_UpdateSettingsRequest,
    _gatehouse_host_v1_UpdateSettingsResponse,
    _gatehouse_host_v1_UpdateSettingsRequest__Output,
    _gatehouse_host_v1_UpdateSettingsResponse__Output
  >;
}
