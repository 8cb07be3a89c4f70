import type { BlobData } from '../shapes.ts'

/** Whether a file of a branch is executable; null for what cannot be, such as a link. A new file is not. */
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
