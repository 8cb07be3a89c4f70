import type { UploadedFile } from '#contract/shapes.ts'

/** A file of this browser as the input of an operation that takes an upload: `call` sends it as a multipart body. */
export function uploadOf(file: File): UploadedFile {
  // The contract's type is what the server receives; on this side of the wire it is the browser's own file.
  return file as unknown as UploadedFile
}
