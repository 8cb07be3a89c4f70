import { uploadLimitMebibytes } from '#contract/foundation/upload-limit.ts'

/** Bytes of one file that a request may bring. */
export const attachmentLimitBytes = uploadLimitMebibytes * 1024 * 1024
