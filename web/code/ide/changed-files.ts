import { type TextBox, textBoxes } from '#contract/text-boxes.ts'
import { keptPlaces, liveKept } from '#web/api/unsent-texts/kept-text.ts'
import { fingerprint } from '../edit/fingerprint.ts'

/** A file of a branch whose text was changed and not committed. */
export interface ChangedFile {
  readonly path: string
  readonly box: TextBox
  readonly text: string
  /** The text that was changed. */
  readonly base: string
}

/** The text box of a file, which the single-file editor shares: what one began, the other goes on with. */
export const boxOfFile = (projectId: number, refName: string, path: string): TextBox =>
  textBoxes.editedFile(projectId, fingerprint(`${refName}\0${path}`))

/** The files of a branch that this browser holds uncommitted changes of, in the order of their paths. */
export function changedFiles(projectId: number, refName: string): readonly ChangedFile[] {
  const prefix = textBoxes.editedFile(projectId, '')
  return keptPlaces()
    .flatMap((name): readonly ChangedFile[] => {
      const kept = name.startsWith(prefix) ? liveKept(name) : null
      const path = kept?.fields?.title
      if (kept === null || path === undefined) return []
      const { text, base = '' } = kept
      const box = boxOfFile(projectId, refName, path)
      // A file that is being renamed has a box under its former path.
      return box === name && text !== base ? [{ path, box, text, base }] : []
    })
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
}
