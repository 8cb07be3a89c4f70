/** Files of a batch. @source DIFF-041 */
export const diffBatchSize = 20

/** Unchanged lines that one step of "Expand" shows. @source DIFF-036 */
export const diffExpandStep = 20

/** Most files that are marked by one request. */
export const maxMarkedFiles = 1_000
