/** The public status page of a project: `/weft/loom/-/status`. */
export const statusPagePath = (namespace: string): string => `/${namespace}/-/status`
