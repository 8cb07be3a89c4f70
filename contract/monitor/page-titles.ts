/** The names of the pages, in the window's title and the pages' headings. */
export const monitorTitles = {
  errors: 'Error tracking',
  /** @param title  what the error says */
  error: (title: string) => title,
  errorSettings: 'Error tracking settings',
  alerts: 'Alerts',
  /** @param reference  the short one, as `^alert#12` */
  alert: (title: string, reference: string) => `${title} (${reference})`,
  incidentSettings: 'Incident settings',
  alertSettings: 'Alert settings',
  maintenanceWindows: 'Maintenance windows',
  checkIns: 'Check-ins',
  checkIn: (name: string) => name,
  vulnerabilities: 'Vulnerabilities',
  /** @param title  of the vulnerability */
  vulnerability: (title: string) => title,
  dependencies: 'Dependencies',
} as const
