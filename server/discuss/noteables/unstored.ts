import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import type { IssuableFacts } from '#server/access/facts.ts'
import { type Context, transact } from '#server/context.ts'
import type { NoteableRow } from './noteable-row.ts'

/** Noteables that get their row with their first comment, such as commits. */
export interface UnstoredNoteables {
  readonly series: IssuableSeries
  /**
   * The noteable of a number, or of a name in an address; its id is 0 until it is stored.
   *
   * @param namespace  id or full path
   */
  readonly find: (
    ctx: Context,
    namespace: number | string,
    key: number | string,
  ) => Promise<{ readonly row: NoteableRow; readonly facts: IssuableFacts } | null>
  /** @returns the id of its row, which may exist by now */
  readonly store: (ctx: Context, noteable: NoteableRow) => Promise<number>
}

declare module '#server/context.ts' {
  interface Plugs {
    readonly unstoredNoteables: readonly UnstoredNoteables[]
  }
}

/** The unstored noteables of a series; undefined for a series whose noteables are created as such. */
export const unstoredOf = (ctx: Context, series: string): UnstoredNoteables | undefined =>
  ctx.services.plugs.unstoredNoteables.find(each => each.series === series)

/** The noteable with a row: before something is written that refers to it. */
export async function stored<Noteable extends NoteableRow>(ctx: Context, noteable: Noteable): Promise<Noteable> {
  if (noteable.id !== 0) return noteable
  const id = await transact(ctx, async inner => (await unstoredOf(inner, noteable.type)?.store(inner, noteable)) ?? 0)
  return { ...noteable, id }
}
