import type { DiffFile, DiffFileHead } from '#contract/code/diffs/diffs.ts'
import { type Revealed, reveal } from '../rows/rows.ts'
import type { DiffSlots } from '../rows/slots.ts'
import { afterLoad, idle, type LoadEvent, type LoadState } from './load-machine.ts'

/** The reader's state of a file of the diff; kept while the file is far from the window. */
export interface FileState {
  /** Null: as the page says. */
  readonly isCollapsed: boolean | null
  /** The file with lines that its batch leaves out. */
  readonly loaded: DiffFile | null
  readonly load: LoadState
  /** Unchanged lines that were fetched. */
  readonly revealed: readonly Revealed[]
  /** Lines of the new file, once known. */
  readonly lineCount: number | null
  /** The lines before "Show full file"; null: only changes are shown. */
  readonly isFull: boolean
  /** A drawing is shown as an image, not as lines. */
  readonly isDrawn: boolean
}

export const untouched: FileState = {
  isCollapsed: null,
  loaded: null,
  load: idle,
  revealed: [],
  lineCount: null,
  isFull: false,
  isDrawn: false,
}

/** Whether only the header of a file shows. @param kept  the reader's mark; null: as the page says */
export const isCollapsedIn = (
  { isCollapsed }: Pick<DiffSlots, 'isCollapsed'>,
  file: DiffFileHead,
  state: FileState | undefined,
  kept: boolean | null | undefined,
): boolean => state?.isCollapsed ?? kept ?? isCollapsed?.(file) ?? false

export type FileEvent =
  | { readonly type: 'collapse'; readonly isCollapsed: boolean | null }
  | { readonly type: 'loaded'; readonly file: DiffFile }
  | { readonly type: 'load'; readonly event: LoadEvent }
  | { readonly type: 'reveal'; readonly added: Revealed; readonly lineCount: number; readonly isFull: boolean }
  | { readonly type: 'changes-only' }
  | { readonly type: 'draw'; readonly isDrawn: boolean }

export function afterEvent(state: FileState, event: FileEvent): FileState {
  switch (event.type) {
    case 'collapse':
      return { ...state, isCollapsed: event.isCollapsed }
    case 'loaded':
      return { ...state, loaded: event.file, load: afterLoad(state.load, { type: 'success' }) }
    case 'load':
      return { ...state, load: afterLoad(state.load, event.event) }
    case 'reveal':
      return {
        ...state,
        revealed: reveal(state.revealed, event.added),
        lineCount: event.lineCount,
        isFull: state.isFull || event.isFull,
        load: afterLoad(state.load, { type: 'success' }),
      }
    case 'changes-only':
      return { ...state, revealed: [], isFull: false }
    case 'draw':
      return { ...state, isDrawn: event.isDrawn }
    default:
      return event satisfies never
  }
}
