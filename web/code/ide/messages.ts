export const ideMessages = {
  overlaps: (paths: readonly string[], branch: string): string =>
    paths.length === 1
      ? `${paths[0]} has changed on ${branch} since you started editing. Open it in the single-file editor to merge both versions.`
      : `${paths.length} files have changed on ${branch} since you started editing. Open them in the single-file editor to merge both versions.`,
  gone: (path: string, branch: string): string =>
    `${path} is no longer on ${branch}. Discard its changes, or create the file again.`,
  exists: (path: string, branch: string): string => `${path} already exists on ${branch}. Rename your file.`,
  taken: (path: string): string => `${path} already exists. Enter another path.`,
  changedInside: (folder: string): string => `${folder} has uncommitted changes. Commit or discard them first.`,
  movedFolder: (folder: string): string => `Commit the rename of ${folder} first.`,
  inMovedFolder: 'You can open and edit its files before you commit.',
  submodules: 'The folder has a submodule. Use git to change it.',
  intoItself: 'A folder cannot be moved into itself. Enter a path outside of it.',
  badPath: 'Enter a path without “..” or empty names.',
  occupied: (path: string): string => `Another file now has the path ${path}. Discard or rename that file first.`,
} as const
