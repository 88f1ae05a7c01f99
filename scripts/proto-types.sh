#!/bin/sh
# Generates the TypeScript types of the contract into proto/src/generated. The flags mirror the options in
# proto/src/services.ts: change both together. `make verify` runs this and fails when the result differs from git.
set -eu
cd "$(dirname "$0")/.."
out=proto/src/generated
rm -rf "$out"
npx --no-install proto-loader-gen-types --longs=String --enums=String --defaults --oneofs \
  --grpcLib=@grpc/grpc-js --importFileExtension=.js --includeDirs=proto --outDir="$out" -- \
  gatehouse/host/v1/host.proto gatehouse/host/v1/backend.proto gatehouse/host/v1/sign_in.proto \
  gatehouse/host/v1/admin_directory.proto gatehouse/host/v1/admin_account.proto gatehouse/host/v1/admin_session.proto \
  gatehouse/host/v1/admin_second_factor.proto gatehouse/host/v1/admin_passkey.proto \
  gatehouse/host/v1/admin_record.proto gatehouse/host/v1/admin_bulk.proto gatehouse/host/v1/admin_stream.proto \
  gatehouse/host/v1/admin_view.proto gatehouse/host/v1/admin_search.proto \
  gatehouse/consent/v1/consent.proto
# The package roots and the descriptor types describe the loader's own objects; our code does not use them.
rm -f "$out"/*.ts
rm -rf "$out/gatehouse/options"
find "$out/google/protobuf" -type f ! -name Timestamp.ts ! -name Duration.ts -delete
npx --no-install oxfmt "$out"
