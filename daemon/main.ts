#!/usr/bin/env -S MALLOC_ARENA_MAX=1 node --max-semi-space-size=8
import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import type * as Program from './cli/program.js';

// A sidecar should be small. By default, V8 lets the young generation grow to 48 MiB and the old one double before it
// collects garbage. A young generation of 24 MiB (above: V8 accepts that only at its start) and an old one that grows by
// three tenths cost a few percent of CPU. By default, glibc keeps freed memory for each of V8's threads (above: one heap).
setFlagsFromString('--heap-growing-percent=30');

// The bundle has the same program in a few files, which load in half the time (scripts/bundle.mjs).
const bundle = new URL('bundle/program.js', import.meta.url);

// Imported after the flags are set: loading modules already creates garbage.
const { run } = (await import(existsSync(bundle) ? bundle.href : './cli/program.js')) as typeof Program;

// Everything has finished or been abandoned by now: a handle that a library or the cluster still holds must not keep the
// process alive.
process.exit(await run(process.argv));
