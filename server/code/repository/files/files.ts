import { NotFound } from '#server/errors.ts'
import { type FileInfo, fileInfo } from '#server/platform/git/files/blob.ts'

/** @throws NotFound  there is no file at that path */
export async function fileOf(dir: string, commitId: string, path: string): Promise<FileInfo> {
  const file = path === '' ? null : await fileInfo(dir, commitId, path)
  if (file === null) throw new NotFound('File')
  return file
}
