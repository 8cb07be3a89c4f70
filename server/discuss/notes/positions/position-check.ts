import type { LineState } from '#contract/discuss/positions.ts'
import type { Context } from '#server/context.ts'
import type { NoteableRow } from '#server/discuss/noteables/noteable.ts'
import type { NewPlace, StoredPosition } from './position.ts'

/** A line of a diff as pages get it. @source rest.md 17.9 */
export interface StoredDiffLine {
  readonly line_code: string
  readonly type: 'new' | 'old' | null
  readonly old_line: number | null
  readonly new_line: number | null
  /** The text of the line with its sign. */
  readonly text: string
  /** Escaped HTML. */
  readonly rich_text: string
}

/** The position of a thread in the newest version of a diff. */
export interface CarriedPosition {
  readonly state: LineState
  /** A whole file if the line was deleted; null if the file was. */
  readonly position: StoredPosition | null
  readonly line_code: string | null
  readonly file_hash: string | null
  /** Hunks of the changes there since the thread was started; empty if there are none. */
  readonly change: string
}

/** A position that was found in the diff. */
export type CheckedPosition = StoredPosition & {
  /** Null without a check. */
  readonly file_hash: string | null
  readonly line_code: string | null
  readonly excerpt: readonly StoredDiffLine[]
  /** Null: the diff is the newest one. */
  readonly carried: CarriedPosition | null
  /** The commit whose own changes it is in; null: the diff of a whole version. */
  readonly commit_id: string | null
}

/** Looks positions of a kind up in the code, which this floor does not know. */
interface PositionCheck {
  /** `issuables.type` */
  readonly type: string
  /** @throws Invalid  there is no such line, file or point in that diff */
  readonly check: (
    ctx: Context,
    noteable: NoteableRow,
    position: StoredPosition,
    commitId: string | null,
  ) => Promise<CheckedPosition>
}

declare module '#server/context.ts' {
  interface Plugs {
    readonly positionChecks: readonly PositionCheck[]
  }
}

/** @throws Invalid  there is no such line, file or point in that diff */
export async function checkPosition(
  ctx: Context,
  noteable: NoteableRow,
  { position, commitId }: NewPlace,
): Promise<CheckedPosition> {
  const found = ctx.services.plugs.positionChecks.find(({ type }) => type === noteable.type)
  return found === undefined
    ? { ...position, file_hash: null, line_code: null, excerpt: [], carried: null, commit_id: null }
    : found.check(ctx, noteable, position, commitId)
}
