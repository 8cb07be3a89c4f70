/** The list of the requests of a project: `/weft/loom/-/issues/service_desk`. */
export const serviceDeskPath = (projectPath: string): string => `/${projectPath}/-/issues/service_desk`

/** The settings of a service desk: `/weft/loom/-/settings/service_desk`. */
export const serviceDeskSettingsPath = (projectPath: string): string => `/${projectPath}/-/settings/service_desk`

/** The public form for requests: `/weft/loom/-/service_desk/new`. */
export const requestFormPath = (projectPath: string): string => `/${projectPath}/-/service_desk/new`

/** The page of one request, for whoever knows its token. */
export const requestPath = (token: string): string => `/-/service_desk/requests/${token}`

/** A file of a request, before the secret and the name of the upload. */
export const requestFilesPath = (token: string): string => `${requestPath(token)}/files`
