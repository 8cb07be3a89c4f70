/** MiB of one file at most, whatever the settings of the site say. */
export const uploadLimitMebibytes = 100

/** The refusal of a file over a limit in MiB. */
export const fileTooLarge = (mebibytes: number): string =>
  `The file is too large. The maximum size is ${mebibytes} MiB.`

/** The refusal of fields that come with files and are too long together. */
export const fieldsTooLarge = (bytes: number): string =>
  `The fields beside the files are too large. The maximum size is ${bytes / 1024} KiB.`

export const tooManyFiles = (max: number): string => `There are too many files. Up to ${max} can be sent at once.`
