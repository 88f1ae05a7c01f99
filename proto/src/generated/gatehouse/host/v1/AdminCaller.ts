// Original file: proto/gatehouse/host/v1/admin_caller.proto

export interface AdminCaller {
  administratorId?: string;
  login?: string;
  superuser?: boolean;
  permissions?: string[];
  locale?: string;
}

export interface AdminCaller__Output {
  administratorId: string;
  login: string;
  superuser: boolean;
  permissions: string[];
  locale: string;
}
