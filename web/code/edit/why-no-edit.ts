import type { BlobData } from '../shapes.ts'

/** Longer texts are replaced rather than edited on a page. */
const longestText = 1_000_000

/** The reason why a file cannot be edited as text by any user; null if it can. */
export function whyNoEdit({ file, text }: Pick<BlobData, 'file' | 'text'>): string | null {
  if (file.show === 'submodule') return 'Edit a submodule in its own repository.'
  if (file.show === 'large' || (text !== null && text.length > longestText))
    return 'This file is too large to edit here. Download it, edit it, then replace it.'
  if (file.show !== 'text') return 'Only text files can be edited here. You can replace the file.'
  // The charset is a guess, or some bytes are not characters: saving would change the bytes.
  if (file.encoding !== 'utf-8' || text?.includes('\ufffd'))
    return 'This file is not UTF-8 text. Download it, edit it, then replace it.'
  return null
}
