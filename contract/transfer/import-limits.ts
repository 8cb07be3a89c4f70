import { uploadLimitMebibytes } from '#contract/foundation/upload-limit.ts'

/** Bytes of a file of issues. */
export const importFileLimitBytes = uploadLimitMebibytes * 1024 * 1024

/** Issues of one import. */
export const importRowLimit = 100_000
