/** The page of the integrations and settings of alerts: `/weft/loom/-/settings/alerts`. */
export const alertSettingsPath = (namespacePath: string): string => `/${namespacePath}/-/settings/alerts`
