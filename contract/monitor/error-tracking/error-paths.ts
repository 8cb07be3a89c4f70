/** The list of the errors of a project: `/weft/loom/-/error_tracking`. */
export const errorsPath = (projectPath: string): string => `/${projectPath}/-/error_tracking`

/** The page of an error: `/weft/loom/-/error_tracking/7/details`. */
export const errorPath = (projectPath: string, errorId: number | string): string =>
  `${errorsPath(projectPath)}/${errorId}/details`

/** The page of the settings of error tracking: `/weft/loom/-/settings/error_tracking`. */
export const errorSettingsPath = (projectPath: string): string => `/${projectPath}/-/settings/error_tracking`
