import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

/** Resident memory of several processes, in MiB. */
export interface Memory {
  /** Heaps and stacks, which no two processes share: the sum. */
  readonly anonymous: number;
  /** Pages of programs, libraries and mapped files: each counted once, however many of the processes map it. */
  readonly file: number;
}

export function totalOf({ anonymous, file }: Memory): number {
  return anonymous + file;
}

const PAGE_KIB = 4;
/** Bytes of an entry in /proc/…/pagemap, and the bits of one that is a resident page of a file. */
const ENTRY = 8;
const PRESENT = 1n << 63n;
const OF_FILE = 1n << 61n;

/**
 * The memory that the machine would have without these processes. Resident set sizes would count the pages of Node.js itself once for each process;
 * proportional ones (Pss) would also divide them by processes outside of the measurement, such as the benchmark's own.
 */
export function memoryOf(pids: readonly number[]): Memory {
  const pagesByFile = new Map<string, Set<number>>();
  let anonymousKiB = 0;
  for (const pid of pids) {
    anonymousKiB += anonymousKiBOf(pid);
    addFilePages(pid, pagesByFile);
  }
  const filePages = [...pagesByFile.values()].reduce((sum, pages) => sum + pages.size, 0);
  return { anonymous: anonymousKiB / 1024, file: (filePages * PAGE_KIB) / 1024 };
}

function anonymousKiBOf(pid: number): number {
  const rollup = readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8');
  return Number(/^Anonymous:\s+(\d+) kB/m.exec(rollup)?.[1]);
}

/** Adds the resident pages of each mapped file, by their position in it. A page that was written to privately is anonymous. */
function addFilePages(pid: number, pagesByFile: Map<string, Set<number>>): void {
  const pagemap = openSync(`/proc/${String(pid)}/pagemap`, 'r');
  try {
    for (const { file, start, pageCount, firstPage } of fileMappings(
      readFileSync(`/proc/${String(pid)}/maps`, 'utf8'),
    )) {
      const entries = Buffer.alloc(pageCount * ENTRY);
      const read = readSync(pagemap, entries, 0, entries.length, (start / (PAGE_KIB * 1024)) * ENTRY);
      const pages = pagesByFile.get(file) ?? new Set<number>();
      pagesByFile.set(file, pages);
      for (let offset = 0; offset + ENTRY <= read; offset += ENTRY) {
        const entry = entries.readBigUInt64LE(offset);
        if ((entry & PRESENT) !== 0n && (entry & OF_FILE) !== 0n) pages.add(firstPage + offset / ENTRY);
      }
    }
  } finally {
    closeSync(pagemap);
  }
}

interface FileMapping {
  /** Device and inode: a path may name another file by now. */
  readonly file: string;
  readonly start: number;
  readonly pageCount: number;
  /** The first page's position in the file. */
  readonly firstPage: number;
}

/** @param maps the text of /proc/…/maps */
export function fileMappings(maps: string): FileMapping[] {
  return maps.split('\n').flatMap((line) => {
    const [range = '', , offset = '', device = '', inode = '0'] = line.split(/ +/);
    if (inode === '0') return [];
    const [start = NaN, end = NaN] = range.split('-').map((text) => parseInt(text, 16));
    const bytesPerPage = PAGE_KIB * 1024;
    return [
      {
        file: `${device} ${inode}`,
        start,
        pageCount: (end - start) / bytesPerPage,
        firstPage: parseInt(offset, 16) / bytesPerPage,
      },
    ];
  });
}
