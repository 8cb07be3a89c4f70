/** Reads that the answer of a write brings along: `[["getIssuePage", { "namespace": "weft/loom", "iid": 7 }]]`, URI-encoded. */
export const readsHeader = 'x-weft-reads'

export const maxReads = 4
