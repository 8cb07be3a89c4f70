import { sql } from 'kysely'
import { kindWord } from '#contract/issuable-kinds.ts'
import { issuableTypes } from '#contract/plan/shapes.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { CommandTarget, QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { notApplied, refusal } from '#server/discuss/quick-actions/refusal.ts'
import { readTitles } from '#server/plan/issuables/attributes/labels.ts'
import { boardById } from './find.ts'
import { moveOnBoard } from './move.ts'

const name = 'board_move'

/** @source product-rules.md 7 */
export const boardActions: readonly QuickAction[] = [
  {
    name,
    aliases: [],
    parameter: '~label',
    description: 'Move this issue to a list of the board',
    types: issuableTypes,
    ability: 'issuable:set-metadata',
    // A new issue is in no list yet.
    isOffered: target => target.id !== 0,
    explain: async (ctx, target, argument) => {
      const list = await listOf(ctx, target, argument)
      return 'refused' in list ? list : `Moves this ${kindWord(target.type)} to the ~"${list.title}" list of the board.`
    },
    run: async (ctx, target, argument) => {
      const list = await listOf(ctx, target, argument)
      if ('refused' in list) return list
      try {
        const board = await load(ctx, 'board:read', boardById, list.boardId)
        await moveOnBoard(ctx, board, target.id, { toListId: list.id, leavesOthers: true })
      } catch (error) {
        return refusal(name, error)
      }
      return { done: `Moved this ${kindWord(target.type)} to the ~"${list.title}" list of the board.` }
    },
  },
]

interface LabelList {
  readonly id: number
  readonly boardId: number
  readonly title: string
}

/** The list of the project's only board for the label that is named. */
async function listOf(
  ctx: Context,
  { namespaceId }: CommandTarget,
  argument: string,
): Promise<LabelList | { readonly refused: string }> {
  const titles = readTitles(argument)
  const [title] = titles
  if (title === undefined || titles.length > 1) return { refused: `${notApplied(name)} Enter one label.` }
  const { rows } = await sql<{ boardId: number; id: number | null; title: string | null }>`
    select b.id as board_id, l.id, l.title from boards b
    left join lateral (select bl.id, ll.title from board_lists bl join labels ll on ll.id = bl.label_id
      where bl.board_id = b.id and lower(ll.title) = lower(${title}) limit 1) l on true
    where b.namespace_id = ${namespaceId} order by b.id limit 2`.execute(ctx.db)
  const [board, another] = rows
  if (board === undefined) return { refused: `${notApplied(name)} This project has no board.` }
  if (another !== undefined) return { refused: `${notApplied(name)} This project has several boards.` }
  const { id, title: shown, boardId } = board
  if (id === null || shown === null) return { refused: `${notApplied(name)} The board has no list for this label.` }
  return { id, boardId, title: shown }
}
