/** The placeholder in the text while a file is being uploaded. */
export const placeholderOf = (name: string, isImage: boolean): string =>
  `${isImage ? '!' : ''}[Uploading ${name.replace(/[[\]\n]/g, ' ')}…]()`

/** The text without the placeholders of uploads that will never end, as after a reload. */
export const withoutPlaceholders = (text: string): string => text.replace(/!?\[Uploading [^\]\n]*…\]\(\)\n?/g, '')
