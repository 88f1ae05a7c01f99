// Original file: proto/gatehouse/host/v1/admin_directory.proto

export interface CreateAdministratorRequest {
  login?: string;
  email?: string;
  passwordHash?: string;
  role?: string;
  superuser?: boolean;
}

export interface CreateAdministratorRequest__Output {
  login: string;
  email: string;
  passwordHash: string;
  role: string;
  superuser: boolean;
}
