/** The number of a sidebar's people before "+ N more". @source ASSIGN-020 */
export const peopleShown = 5
/** @source PARTIC-001 */
export const participantsShown = 7

/** "Assignee", "2 Assignees". @source ASSIGN-001 */
export const assigneesTitle = (count: number): string => (count > 1 ? `${count} Assignees` : 'Assignee')

/** The text of a tooltip: five names, then "+ N more". @source ASSIGN-019 */
export function listNames(names: readonly string[], most = 5): string {
  const rest = names.length - most
  return rest > 0 ? `${names.slice(0, most).join(', ')}, + ${rest} more` : names.join(', ')
}

/** The counter behind a folded list's one avatar; null while two or fewer show themselves. @source ASSIGN-017, ASSIGN-018 */
export function foldedCounter(count: number): string | null {
  if (count <= 2) return null
  return count - 1 > 99 ? '99+' : `+${count - 1}`
}
