import { importRowLimit } from '#contract/transfer/import-limits.ts'

export const messages = {
  notCsv: 'Choose a file whose name ends in .csv.',
  notUtf8: 'The file is not encoded in UTF-8. Save it as "CSV UTF-8" and try again.',
  noRows: 'The file has no rows below the header row.',
  tooManyRows: `The file has more than ${importRowLimit.toLocaleString('en')} rows. Split it into several files.`,
  lostRight: 'You can no longer import issues into this project.',
  blocked: 'Your account is no longer active.',
  internal: 'The issue could not be created because of an internal error.',
} as const
