import { nearestOf } from '../../../core/nearest.js';

/**
 * Advice for a file that is not there: one beside it of a similar name, or one of the same name in a similar folder. Whole
 * paths would all be similar.
 */
export function didYouMeanFile(file: string, files: Iterable<string>): string | undefined {
  const [folder, name] = split(file);
  const all = [...files].map((one) => [one, ...split(one)] as const);
  const names = all.flatMap(([, inFolder, known]) => (inFolder === folder ? known : []));
  const folders = all.flatMap(([, known, ofName]) => (ofName === name ? known : []));
  const nearestName = nearestOf(name, names);
  if (nearestName !== undefined) return `did you mean ${folder}/${nearestName}?`;
  const nearestFolder = nearestOf(folder, folders);
  return nearestFolder === undefined ? undefined : `did you mean ${nearestFolder}/${name}?`;
}

function split(path: string): [folder: string, name: string] {
  const end = path.lastIndexOf('/');
  return [path.slice(0, end), path.slice(end + 1)];
}
