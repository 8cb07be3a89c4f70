/** MiB of one file. */
export const uploadLimitMebibytes = 100

export const uploadTooLarge = `The file is too big: a file has at most ${uploadLimitMebibytes} MiB`
