import { type TextBox, textBoxes } from '#contract/text-boxes.ts'
import { fingerprint } from '#web/api/fingerprint.ts'
import { keptPlaces, liveKept } from '#web/api/unsent-texts/kept-text.ts'
import { counted } from '#web/ui/text/counted.ts'
import { type FileMove, pathAfter } from './moves.ts'

/** A file of a branch whose text or mode was changed and not committed. */
interface ChangedText {
  /** The path on the branch. */
  readonly path: string
  readonly box: TextBox
  readonly text: string
  /** The text that was changed. */
  readonly base: string
  /** Null: as it was. */
  readonly executable: boolean | null
}

export interface ChangedFile {
  readonly kind: 'created' | 'renamed' | 'deleted' | 'changed'
  /** The path; if the file is deleted, that on the branch. */
  readonly path: string
  /** The creation, rename or deletion; null if only the text or the mode was changed. */
  readonly move: FileMove | null
  /** Null where text and mode are as they were. */
  readonly text: ChangedText | null
}

/** The number of files and folders in words: "2 files and 1 folder". */
export function countOf(changed: readonly ChangedFile[], adjective = ''): string {
  const folders = changed.filter(file => file.move?.isFolder).length
  const files = changed.length - folders
  return [
    ...(files > 0 || folders === 0 ? [counted(files, `${adjective}file`)] : []),
    ...(folders > 0 ? [counted(folders, `${adjective}folder`)] : []),
  ].join(' and ')
}

/** The text box of a file, which the single-file editor shares: a text begun in one can be continued in the other. */
export const boxOfFile = (projectId: number, refName: string, path: string): TextBox =>
  textBoxes.editedFile(projectId, fingerprint(`${refName}\0${path}`))

/** The box of what is created, renamed and deleted on a branch, and of the words of the commit. */
export const boxOfMoves = (projectId: number, refName: string): TextBox =>
  textBoxes.webIde(projectId, fingerprint(refName))

/** The files of a branch that this browser holds uncommitted changes of, in the order of their paths. */
export function changedFiles(projectId: number, refName: string, moves: readonly FileMove[]): readonly ChangedFile[] {
  const texts = new Map(changedTexts(projectId, refName).map(each => [each.path, each]))
  const moved = moves.map((move): ChangedFile => {
    const { from, to } = move
    const text = texts.get(from ?? to ?? '') ?? null
    return to === null
      ? { kind: 'deleted', path: from ?? '', move, text: null }
      : { kind: from === null ? 'created' : 'renamed', path: to, move, text }
  })
  const known = new Set(moves.map(({ from, to }) => from ?? to))
  const changed = [...texts.values()]
    .filter(({ path }) => !known.has(path))
    .map((text): ChangedFile => ({ kind: 'changed', path: pathAfter(moves, text.path), move: null, text }))
  return [...moved, ...changed].toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

function changedTexts(projectId: number, refName: string): readonly ChangedText[] {
  const prefix = textBoxes.editedFile(projectId, '')
  return keptPlaces().flatMap((name): readonly ChangedText[] => {
    const kept = name.startsWith(prefix) ? liveKept(name) : null
    const path = kept?.fields?.title
    if (kept === null || path === undefined) return []
    const { text, base = '', fields } = kept
    const executable = fields?.executable ?? null
    const box = boxOfFile(projectId, refName, path)
    // A file that the single-file editor renames has a box under its former path.
    return box === name && (text !== base || executable !== null) ? [{ path, box, text, base, executable }] : []
  })
}
