/** The page of the settings of incidents: `/weft/loom/-/settings/incidents`. */
export const incidentSettingsPath = (namespacePath: string): string => `/${namespacePath}/-/settings/incidents`
