import { keepText, keptText } from '#web/api/kept-text.ts'

interface Edited {
  readonly id: number
  readonly lockVersion: number
}

const part = (id: number, name: string) => `issue.${id}.${name}`

/** The names under which the form keeps what is written, and of which version it is. @source EDIT-015 */
export const draftPlaces = {
  title: (id: number) => part(id, 'title'),
  description: (id: number) => part(id, 'description'),
}

export const hasDraft = (id: number): boolean =>
  keptText(draftPlaces.title(id)) !== null || keptText(draftPlaces.description(id)) !== null

/** The version a kept draft was begun on; null when nothing is kept. @source EDIT-017 */
export function draftVersion(id: number): number | null {
  const kept = hasDraft(id) ? keptText(part(id, 'lockVersion')) : null
  return kept === null ? null : Number(kept)
}

export const keepVersion = ({ id, lockVersion }: Edited): void => keepText(part(id, 'lockVersion'), String(lockVersion))

/** @source EDIT-014 */
export function clearDraft(id: number): void {
  for (const name of ['title', 'description', 'lockVersion']) keepText(part(id, name), '', '')
}
