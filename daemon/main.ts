#!/usr/bin/env node
import { run } from './cli/program.js';

// Everything is finished or given up by now: a handle that a library or the cluster still holds must not keep the process.
process.exit(await run(process.argv));
