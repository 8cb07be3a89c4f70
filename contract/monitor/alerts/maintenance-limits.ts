/** Windows of a project that are not over, services of a window, and characters of each, at most. */
export const maintenanceLimits = { windows: 50, services: 20, title: 255, service: 255 } as const

/** The page of the maintenance windows of a project: `/weft/loom/-/maintenance_windows`. */
export const maintenanceWindowsPath = (namespacePath: string): string => `/${namespacePath}/-/maintenance_windows`
