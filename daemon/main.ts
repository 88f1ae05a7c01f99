#!/usr/bin/env -S node --max-semi-space-size=8
import { setFlagsFromString } from 'node:v8';

// A sidecar is to be small. V8 lets the young generation grow to 48 MiB and the old one double before it looks for garbage;
// a young one of 24 MiB (above: V8 takes that only at its start) and an old one that grows by three tenths cost a few percent
// of CPU (docs/benchmarks.md).
setFlagsFromString('--heap-growing-percent=30');

// After the flags: what is loaded makes the first garbage.
const { run } = await import('./cli/program.js');

// Everything is finished or given up by now: a handle that a library or the cluster still holds must not keep the process.
process.exit(await run(process.argv));
