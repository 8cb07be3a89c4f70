import { counted } from '#web/ui/text/counted.ts'

export const ideMessages = {
  overlaps: (paths: readonly string[], branch: string): string =>
    paths.length === 1
      ? `${paths[0]} has changed on ${branch} since you began. Open it in the single-file editor to merge both versions.`
      : `${paths.length} files have changed on ${branch} since you began. Open them in the single-file editor to merge both versions.`,
  gone: (path: string, branch: string): string =>
    `${path} is no longer on ${branch}. Discard its changes, or create the file again.`,
  exists: (path: string, branch: string): string => `${path} already exists on ${branch}. Rename your file.`,
  taken: (path: string): string => `${path} already exists. Enter another path.`,
  tooMany: (most: number): string => `The folder has more than ${counted(most, 'file')}. Use git to change it.`,
  submodules: 'The folder has a submodule. Use git to change it.',
  badPath: 'Enter a path without “..” or empty names.',
  occupied: (path: string): string => `Another file now has the path ${path}. Discard or rename that file first.`,
} as const
