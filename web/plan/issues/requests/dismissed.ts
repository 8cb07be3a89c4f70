const prefix = 'moved-from-service-desk-dismissed:'

/** Whether the alert on a page was dismissed in this browser. @source SDESK-004 */
export function isDismissed(path: string): boolean {
  try {
    return localStorage.getItem(prefix + path) !== null
  } catch {
    // The browser keeps nothing.
    return false
  }
}

export function dismiss(path: string): void {
  try {
    localStorage.setItem(prefix + path, '1')
  } catch {
    // It is shown again with the next visit.
  }
}
