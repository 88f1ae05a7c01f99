#!/usr/bin/env -S node --max-semi-space-size=8
import { setFlagsFromString } from 'node:v8';

// A sidecar should be small. By default, V8 lets the young generation grow to 48 MiB and the old one double before it
// collects garbage. A young generation of 24 MiB (above: V8 accepts that only at its start) and an old one that grows by
// three tenths cost a few percent of CPU (docs/benchmarks.md).
setFlagsFromString('--heap-growing-percent=30');

// Imported after the flags are set: loading modules already creates garbage.
const { run } = await import('./cli/program.js');

// Everything has finished or been abandoned by now: a handle that a library or the cluster still holds must not keep the
// process alive.
process.exit(await run(process.argv));
