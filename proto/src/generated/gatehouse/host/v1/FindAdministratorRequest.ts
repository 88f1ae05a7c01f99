// Original file: proto/gatehouse/host/v1/admin_directory.proto

export interface FindAdministratorRequest {
  identifier?: string;
}

export interface FindAdministratorRequest__Output {
  identifier: string;
}
