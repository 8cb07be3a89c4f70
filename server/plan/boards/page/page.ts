import { sql } from 'kysely'
import { type PlaceKind, placeKinds } from '#contract/foundation/places.ts'
import type { InputOf } from '#contract/operation.ts'
import { lanesPerBoard } from '#contract/plan/boards/board-cards.ts'
import { boardPages, setBoardDisplay } from '#contract/plan/boards/board-pages.ts'
import { inIssueWords, readListWords } from '#contract/plan/lists/list-words.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { isMember } from '#server/access/levels.ts'
import { load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { groupByPath } from '#server/foundation/namespaces/find-group.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { type PageAddress, page } from '#server/page-address.ts'
import { nameOf } from '#server/plan/iterations/iteration.ts'
import { labelBasicJson } from '#server/plan/labels/present.ts'
import type { IssueScope } from '#server/plan/lists/where.ts'
import { nameOrder, naturally } from '#server/platform/sql/natural-order.ts'
import { arrayOf, columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Answer, answer } from '#server/slice.ts'
import { mostBoards } from '../change.ts'
import { boardAt, boardById } from '../find.ts'
import { type Display, displayJson, lanesAsked, setDisplay } from './display.ts'
import { type Asked, showLists } from './lists.ts'
import { readSizes } from './sizes.ts'

const b = columnsOf('boards', 'b')
const m = columnsOf('milestones', 'm')
const it = columnsOf('iterations', 'it')

type Input = InputOf<typeof boardPages.project>

interface BoardNamespace {
  readonly id: number
  readonly kind: PlaceKind
  readonly facts: NamespaceFacts
  readonly scope: IssueScope
}

/** The page of the requested board, or of the first one by name. @throws NotFound  a board of another place */
async function boardPage(ctx: Context, place: BoardNamespace, input: Input) {
  const { namespace: _namespace, boardId, sizes, groupBy, groupScope, groupLabels, lanes, ...filter } = input
  const boards = await boardsOf(ctx, place.id)
  const shownId = boardId ?? boards[0]?.id
  const display = boards.find(({ id }) => id === shownId)?.display ?? null
  const asked = lanesAsked(display, { groupBy, groupScope, groupLabels }, lanes ?? lanesPerBoard.first)
  return {
    namespace: await showHeader(ctx, place),
    permissions: {
      canAdminBoards: may(ctx.actor, 'board:admin', place.facts),
      ...(place.kind === 'project'
        ? {
            canCreateIssue: may(ctx.actor, 'project:create-issue', place.facts),
            canSetMetadata: may(ctx.actor, 'project:set-issue-metadata', place.facts),
          }
        : inProjectsOf(ctx, place)),
    },
    boards: boards.map(({ id, name }) => ({ id, name })),
    board:
      shownId === undefined
        ? null
        : await showBoard(ctx, place, shownId, { filter, sizes: readSizes(sizes), lanes: asked }),
  }
}

/** Members of a group have their role in its projects. */
function inProjectsOf({ actor }: Context, { facts }: BoardNamespace) {
  const canCreateIssue = isMember(actor, facts) && !facts.archived
  return { canCreateIssue, canSetMetadata: canCreateIssue }
}

/** The boards of a place, each with the viewer's own look at it. */
async function boardsOf(ctx: Context, namespaceId: number) {
  const { rows } = await sql<{ readonly id: number; readonly name: string; readonly display: Display | null }>`
    select b.id, b.name, ${displayJson} as display from boards b
      left join board_displays d on d.board_id = b.id and d.user_id = ${userIdOrZero(ctx)}
    where b.namespace_id = ${namespaceId} order by ${naturally(sql`b.name`)}, b.id limit ${mostBoards}`.execute(ctx.db)
  return rows
}

async function showBoard(ctx: Context, place: BoardNamespace, id: number, asked: Asked) {
  const board = await load(ctx, 'board:read', boardById, id)
  if (board.namespaceId !== place.id) throw new NotFound('Board')
  const { lists, lanes } = await showLists(ctx, place.scope, board, asked)
  const { rows } = await sql<{ json: string }>`
    select ${object({
      ...b.fields('id', 'name', 'hideBacklogList', 'hideClosedList'),
      labels: arrayOf(
        labelBasicJson('l'),
        sql`from board_labels bl join labels l on l.id = bl.label_id where bl.board_id = b.id`,
        nameOrder(sql`l.title`),
      ),
      assignee: sql`(select ${userBasicJson(ctx.services.settings, 'u')} from users u where u.id = b.assignee_id)`,
      milestone: sql`(select ${object({ ...m.fields('id', 'title') })} from milestones m where m.id = b.milestone_id)`,
      iteration: sql`(select ${object({ ...it.fields('id'), title: nameOf('it') })} from iterations it where it.id = b.iteration_id)`,
      ...b.fields('weight'),
    })}::text as json from boards b where b.id = ${id}`.execute(ctx.db)
  return new RawJson(`${(rows[0]?.json ?? '{}').slice(0, -1)},"lanes":${lanes},"lists":${lists}}`)
}

export const boardPageAnswers: readonly Answer[] = [
  answer(boardPages.project, {
    about: projectByPath,
    ability: 'project:read-issues',
    run: (ctx, project, input) =>
      boardPage(
        ctx,
        { id: project.id, kind: 'project', facts: project.facts, scope: { kind: 'project', project } },
        input,
      ),
  }),
  answer(boardPages.group, {
    about: groupByPath,
    ability: 'group:read',
    run: (ctx, { id, fullPath, facts }, input) =>
      boardPage(ctx, { id, kind: 'group', facts, scope: { kind: 'group', id, fullPath, withArchived: false } }, input),
  }),
  answer(setBoardDisplay, {
    about: boardAt,
    ability: 'board:collapse-lists',
    run: async (ctx, { id }, input) => {
      await setDisplay(ctx, id, input)
      return null
    },
  }),
]

const readWords: PageAddress['readWords'] = (words, reader) => readListWords(inIssueWords(words), reader)

export const boardPageAddresses: readonly PageAddress[] = placeKinds.flatMap(kind => {
  const path = `${kind === 'group' ? '/groups' : ''}/:namespace/-/boards`
  const shownAt = (name: string, address: string) =>
    page({
      name,
      address,
      operation: boardPages[kind],
      title: ({ board }) => planTitles.board(board?.name ?? null),
      readWords,
      module: 'plan/boards/BoardPage.tsx',
    })
  return [shownAt(`${kind}-boards`, path), shownAt(`${kind}-board`, `${path}/:boardId`)]
})
