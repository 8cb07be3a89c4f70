/** The public status page of a project: `/weft/loom/-/status`. */
export const statusPagePath = (namespace: string): string => `/${namespace}/-/status`

/** Where members manage it: `/weft/loom/-/settings/status_page`. */
export const statusSettingsPath = (namespace: string): string => `/${namespace}/-/settings/status_page`
