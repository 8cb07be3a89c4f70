import { TooLarge } from '#server/errors.ts'
import { readBlob } from '#server/platform/git/files/blob.ts'
import { fileModes, type TreeEntry } from '#server/platform/git/objects.ts'
import { isLicenseFile, licenseLimitBytes, recognizeLicense } from '#server/platform/licenses/recognize.ts'

/** The license file among the entries of a repository's root, and the key of the license it holds. */
export async function licenseIn(dir: string, entries: readonly TreeEntry[]) {
  const found = entries.find(
    ({ name, type, mode }) => type === 'blob' && mode !== fileModes.link && isLicenseFile(name),
  )
  if (found === undefined) return { licensePath: null, licenseKey: null }
  const blob = await readBlob(dir, found.id, { maxBytes: licenseLimitBytes }).catch(error => {
    if (error instanceof TooLarge) return null
    throw error
  })
  const license = blob === null ? null : await recognizeLicense(blob.content.toString('utf8'))
  return { licensePath: found.path, licenseKey: license?.key ?? null }
}
