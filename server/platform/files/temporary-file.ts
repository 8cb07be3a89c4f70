/** A file received with a request. Only the door makes one, so that no JSON body can name a path of the machine. */
export class TemporaryFile {
  readonly filename: string
  readonly mediaType: string
  readonly path: string
  readonly sizeBytes: number

  constructor(filename: string, mediaType: string, path: string, sizeBytes: number) {
    this.filename = filename
    this.mediaType = mediaType
    this.path = path
    this.sizeBytes = sizeBytes
  }
}
