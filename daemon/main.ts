#!/usr/bin/env -S MALLOC_ARENA_MAX=1 node --max-semi-space-size=8
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type * as Program from './cli/program.js';

// Node.js answers SIGUSR1 with a debugger on port 9229, which lets every user of the machine read the secrets and run code as this
// one. Other servers reopen their logs on SIGUSR1, and SIGUSR2 would end the process without a drain. Both mean nothing here.
for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) process.on(signal, () => undefined);

// With DEBUG=*, as it is set for an application that shares its environment with the daemon, ioredis writes each command to standard
// error, and with it the password of Redis. Deleted before ioredis reads it, and for the workers too.
delete process.env['DEBUG'];

// A sidecar should be small. By default, V8 lets the young generation grow to 48 MiB; one of 24 MiB (above: V8 accepts that only at
// its start) costs a few percent of CPU. By default, glibc keeps freed memory for each of V8's threads (above: one heap).
//
// V8 has read the size by now. With any flag set, it would not accept the compiled code of Node.js's own modules and compile each of
// them again, so the flag goes back to its default before they are loaded.
setFlagsFromString('--max-semi-space-size=0');

// The bundle has the same program in a few files, which load in less than half the time (scripts/bundle.mjs).
const bundle = fileURLToPath(new URL('bundle/program.cjs', import.meta.url));
// Loaded after the flag is set: a static import would load the modules first.
const { run } = (
  existsSync(bundle) ? createRequire(import.meta.url)(bundle) : await import('./cli/program.js')
) as typeof Program;
// Everything has finished or been abandoned by now: a handle that a library or the cluster still holds must not keep the
// process alive.
process.exit(await run(process.argv));
