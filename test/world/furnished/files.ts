import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { TemporaryFile } from '#server/platform/files/temporary-file.ts'

// One transparent pixel.
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** A file as a form sends it, which lasts as long as the test. */
export async function sentFile(name: string, mediaType: string, content: string | Buffer): Promise<TemporaryFile> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-file-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'file')
  await writeFile(path, content)
  return new TemporaryFile(name, mediaType, path, Buffer.byteLength(content))
}

export const sentPicture = (): Promise<TemporaryFile> => sentFile('face.png', 'image/png', pixel)
