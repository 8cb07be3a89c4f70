import type { BlobData } from '../shapes.ts'

/** Whether a file of a branch is executable; false for a new file, null for an entry that cannot be executable, such as a link. */
export function executableOf(blob: Pick<BlobData, 'file'> | null): boolean | null {
  switch (blob?.file.mode) {
    case undefined:
    case '100644':
      return false
    case '100755':
      return true
    default:
      return null
  }
}
