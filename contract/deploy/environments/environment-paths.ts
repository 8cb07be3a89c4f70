/** The environments of a project: `/weft/loom/-/environments`. */
export const environmentsPath = (projectPath: string): string => `/${projectPath}/-/environments`

/** The page of an environment: `/weft/loom/-/environments/7`. */
export const environmentPath = (projectPath: string, environmentId: number | string): string =>
  `${environmentsPath(projectPath)}/${environmentId}`

/** The settings of protected environments and freeze periods: `/weft/loom/-/settings/deploy`. */
export const deploySettingsPath = (projectPath: string): string => `/${projectPath}/-/settings/deploy`

/** `/weft/loom/-/environments/new`. */
export const newEnvironmentPath = (projectPath: string): string => `${environmentsPath(projectPath)}/new`

/** `/weft/loom/-/environments/7/edit`. */
export const editEnvironmentPath = (projectPath: string, environmentId: number | string): string =>
  `${environmentPath(projectPath, environmentId)}/edit`
