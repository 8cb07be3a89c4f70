import { textBoxes } from '#contract/text-boxes.ts'
import { tellKept } from '#web/api/unsent-texts/kept-store.ts'
import { forgetText, keep, liveKept, writtenOf } from '#web/api/unsent-texts/kept-text.ts'

/** The names under which the form keeps what is written. @source EDIT-015 */
export const draftPlaces = {
  title: textBoxes.issueTitle,
  description: textBoxes.issueDescription,
  all: (id: number): readonly string[] => [textBoxes.issueTitle(id), textBoxes.issueDescription(id)],
}

/** @source EDIT-014 */
export function clearDraft(id: number): void {
  for (const place of draftPlaces.all(id)) forgetText(place)
}

/** Give a draft up, wherever it is shown. @returns the way to have it back */
export function discardDraft(id: number): () => void {
  const kept = draftPlaces.all(id).map(place => ({ place, draft: liveKept(place) }))
  for (const { place } of kept) {
    forgetText(place)
    tellKept(place)
  }
  return () => {
    for (const { place, draft } of kept) {
      if (draft === null) continue
      keep(place, writtenOf(draft))
      tellKept(place)
    }
  }
}
