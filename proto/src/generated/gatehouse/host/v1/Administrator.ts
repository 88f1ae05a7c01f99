// Original file: proto/gatehouse/host/v1/admin_directory.proto

export interface Administrator {
  id?: string;
  login?: string;
  email?: string;
  displayName?: string;
  role?: string;
  superuser?: boolean;
  permissions?: string[];
  locale?: string;
  tokenVersion?: number;
  mustChangePassword?: boolean;
  hasSecondFactor?: boolean;
  mustHaveSecondFactor?: boolean;
}

export interface Administrator__Output {
  id: string;
  login: string;
  email: string;
  displayName: string;
  role: string;
  superuser: boolean;
  permissions: string[];
  locale: string;
  tokenVersion: number;
  mustChangePassword: boolean;
  hasSecondFactor: boolean;
  mustHaveSecondFactor: boolean;
}
