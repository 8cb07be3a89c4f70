/** The list of the feature flags of a project: `/weft/loom/-/feature_flags`. */
export const flagsPath = (projectPath: string): string => `/${projectPath}/-/feature_flags`

export const newFlagPath = (projectPath: string): string => `${flagsPath(projectPath)}/new`

/** The page of a flag: `/weft/loom/-/feature_flags/7`. */
export const flagPath = (projectPath: string, iid: number | string): string => `${flagsPath(projectPath)}/${iid}`

export const editFlagPath = (projectPath: string, iid: number | string): string => `${flagPath(projectPath, iid)}/edit`

/** The segments of a project: `/weft/loom/-/feature_flags_segments`. */
export const segmentsPath = (projectPath: string): string => `/${projectPath}/-/feature_flags_segments`

export const segmentPath = (projectPath: string, iid: number | string): string => `${segmentsPath(projectPath)}/${iid}`

export const newSegmentPath = (projectPath: string): string => `${segmentsPath(projectPath)}/new`

/** The user lists of a project: `/weft/loom/-/feature_flags_user_lists`. */
export const userListsPath = (projectPath: string): string => `/${projectPath}/-/feature_flags_user_lists`

export const userListPath = (projectPath: string, iid: number | string): string =>
  `${userListsPath(projectPath)}/${iid}`

export const newUserListPath = (projectPath: string): string => `${userListsPath(projectPath)}/new`
