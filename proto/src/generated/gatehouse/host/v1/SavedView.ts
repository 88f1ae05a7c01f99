// Original file: proto/gatehouse/host/v1/admin_view.proto

export interface SavedView {
  id?: string;
  version?: number;
  ownerId?: string;
  ownerName?: string;
  shared?: boolean;
  name?: string;
  query?: string;
}

export interface SavedView__Output {
  id: string;
  version: number;
  ownerId: string;
  ownerName: string;
  shared: boolean;
  name: string;
  query: string;
}
