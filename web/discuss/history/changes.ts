import type { PageNote } from '#contract/discuss/discussion-page.ts'

const mergedWithinMs = 10 * 60_000

/**
 * System notes that follow one another as they are shown: changes of the description that one person made within ten
 * minutes are one, the last, which is compared from the first of them on.
 *
 * @source SYSNOTE-006..008, product-rules 8
 */
export function mergedChanges(notes: readonly PageNote[]): readonly PageNote[] {
  const shown: PageNote[] = []
  let first: PageNote | null = null
  let at = -1
  for (const note of notes) {
    if (note.descriptionVersionId === undefined) {
      shown.push(note)
      continue
    }
    if (first !== null && isOne(first, note)) {
      shown.splice(at, 1)
      shown.push({ ...note, startDescriptionVersionId: first.descriptionVersionId ?? null })
    } else {
      first = note
      shown.push(note)
    }
    at = shown.length - 1
  }
  return shown
}

const isOne = (first: PageNote, note: PageNote): boolean =>
  first.author.id === note.author.id &&
  first.descriptionVersionDeleted !== true &&
  note.descriptionVersionDeleted !== true &&
  Date.parse(note.createdAt) - Date.parse(first.createdAt) <= mergedWithinMs

/** The number of lines of a list that stay in sight. */
export const shownOfList = 3

/** The lines of the list that a system note holds, such as the commits of a push; 0 when there is none. */
export function listLength(html: string): number {
  const start = html.search(/<[uo]l\b/)
  return start < 0 ? 0 : (html.slice(start).match(/<li\b/g)?.length ?? 0)
}
