/** Bytes of the longest pointer. @source git-lfs specification */
const maxPointerBytes = 1024

/** Whether a file's content is a pointer of Git LFS, and how many bytes the file has that it stands for. */
export function readLfsPointer(content: Uint8Array): { readonly oid: string; readonly sizeBytes: number } | null {
  if (content.length > maxPointerBytes) return null
  const text = Buffer.from(content).toString('latin1')
  if (!/^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\/v\d+\n/.test(text)) return null
  const [, oid] = /\noid sha256:([0-9a-f]{64})\n/.exec(text) ?? []
  const [, size] = /\nsize (\d{1,15})\n/.exec(text) ?? []
  return oid === undefined || size === undefined ? null : { oid, sizeBytes: Number(size) }
}
