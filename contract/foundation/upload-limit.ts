/** MiB of one file. */
export const uploadLimitMebibytes = 100

export const uploadTooLarge = `The file is too large. The maximum size is ${uploadLimitMebibytes} MiB.`
