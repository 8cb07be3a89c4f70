/** MiB of one file. */
export const uploadLimitMebibytes = 100

/** The refusal of a file over a limit in MiB. */
export const fileTooLarge = (mebibytes: number): string =>
  `The file is too large. The maximum size is ${mebibytes} MiB.`

export const uploadTooLarge = fileTooLarge(uploadLimitMebibytes)
