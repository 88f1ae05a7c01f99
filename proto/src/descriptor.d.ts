/** A `Descriptor` as JSON (root.ts). `make build` writes the module from the .proto files. */
export const DESCRIPTOR: string;
