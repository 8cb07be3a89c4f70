/** The id of a changed file's part of the page. @source DIFF-002 */
export const anchorOf = (fileHash: string): string => `diff-content-${fileHash}`

/** Selects the parts of all files, also their placeholders. */
export const fileBox = '[id^=diff-content-]'

/** The file that a hash of an address means: that of its anchor, or that of a line code. Null: none. */
export function readAnchor(hash: string): { readonly fileHash: string; readonly lineCode: string | null } | null {
  const [, file] = /^#?diff-content-([0-9a-f]{40})$/.exec(hash) ?? []
  if (file !== undefined) return { fileHash: file, lineCode: null }
  const [, lineCode, fileHash] = /^#?(([0-9a-f]{40})_\d+_\d+)$/.exec(hash) ?? []
  return lineCode === undefined || fileHash === undefined ? null : { fileHash, lineCode }
}
