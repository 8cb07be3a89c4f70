import type { DiffFile } from '#contract/code/diffs/diffs.ts'

export const messages = {
  loadFailed: 'Could not load the diff.',
  contextFailed: 'Could not load the unchanged lines.',
  /** @source ERRMSG-044 */
  fullFileFailed: 'Unable to load file contents. Try again later.',
  findFailed: 'Could not search the changes. Please try again.',
  moved: 'Moved',
  /** @source DIFF-014 */
  preview: (formattedExternalUrl: string): string => `View on ${formattedExternalUrl}`,
  submodule: ({ newFile }: DiffFile): string => (newFile ? 'Submodule added.' : 'Submodule deleted.'),
  /** @source DIFF-023 */
  compare: ({ oldSha, newSha }: { readonly oldSha: string; readonly newSha: string }): string =>
    `Compare ${oldSha.slice(0, 8)}...${newSha.slice(0, 8)}`,
  /** The changes of a whole text, in sentences. */
  wholeText: ({ lineEndings, byteOrderMark, isNormalForm }: DiffFile['wholeText']): readonly string[] => [
    ...(lineEndings === null ? [] : [`Line endings changed from ${lineEndings.from} to ${lineEndings.to}.`]),
    ...(byteOrderMark === null ? [] : [`Byte order mark ${byteOrderMark}.`]),
    ...(isNormalForm ? ['Unicode normal form changed.'] : []),
  ],
  /** The sentence for a file without lines. */
  quiet: (file: DiffFile, isWhitespaceShown: boolean): string => {
    switch (file.viewer.name) {
      case 'renamed':
        return 'File renamed without changes.'
      case 'added':
        return 'Empty file added.'
      case 'deleted':
        return 'Empty file deleted.'
      case 'mode_changed':
        return `File mode changed from ${file.aMode} to ${file.bMode}`
      default:
        return isWhitespaceShown ? 'No changes.' : 'Only whitespace changed.'
    }
  },
} as const
