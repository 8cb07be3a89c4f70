import { getProjectBoardPage } from '#contract/plan/boards/board-pages.ts'
import { createProjectBoard, createProjectBoardList } from '#contract/plan/boards/boards.ts'
import { createIssue } from '#contract/plan/issues/issues.ts'
import { createProjectLabel } from '#contract/plan/labels/labels.ts'
import { askGraphql } from './graphql.ts'
import { type Caller, type Member, world } from './world.ts'

export type BoardWorld = Awaited<ReturnType<typeof boardWorld>>

export type Page = Awaited<ReturnType<typeof pageOf>>

/** A project with a board that has lists for the labels Doing and Review. */
export async function boardWorld() {
  const built = await world()
  const { as, project } = built
  const rita = as('rita')
  const board = await rita.call(createProjectBoard, { id: project.id, name: 'Development' })
  const label = (name: string) => as('root').call(createProjectLabel, { id: project.id, name, color: '#336699' })
  const [doing, review] = [await label('Doing'), await label('Review')]
  const at = { id: project.id, boardId: board.id }
  const listFor = async (labelId: number) => (await rita.call(createProjectBoardList, { ...at, labelId })).id
  const lists = { doing: await listFor(doing.id), review: await listFor(review.id) }
  const issue = (title: string, values: object = {}) => rita.call(createIssue, { id: project.id, title, ...values })
  const page = (who: Member | 'root' = 'rita', input: object = {}) => pageOf(as(who), project.fullPath, input)
  const ends = (await page()).board?.lists ?? []
  const [open, closed] = [ends.at(0)?.id ?? 0, ends.at(-1)?.id ?? 0]
  return { ...built, rita, board, at, labels: { doing, review }, lists: { ...lists, open, closed }, issue, page }
}

export const pageOf = (caller: Caller, namespace: string, input: object) =>
  caller.call(getProjectBoardPage, { namespace, ...input })

export const titlesIn = (page: Page, listId: number) =>
  page.board?.lists.find(list => list.id === listId)?.issues.map(card => card.title)

export const kindsOf = (page: Page) => page.board?.lists.map(list => list.label?.name ?? list.kind)

interface Move {
  readonly iid: number
  readonly from?: number
  readonly to?: number
  readonly before?: number
  readonly after?: number
  readonly position?: number
  /** The GraphQL arguments of an epic. */
  readonly epic?: string
  /** Other arguments, as GraphQL. */
  readonly lane?: string
}

export async function move(
  here: BoardWorld,
  { iid, from, to, before, after, position, epic, lane }: Move,
  who: Member | 'root' = 'rita',
) {
  const words = [
    ...(from === undefined ? [] : [`fromListId: "${from}"`]),
    ...(to === undefined ? [] : [`toListId: "gid://gitlab/List/${to}"`]),
    ...(before === undefined ? [] : [`moveBeforeId: "${before}"`]),
    ...(after === undefined ? [] : [`moveAfterId: "gid://gitlab/Issue/${after}"`]),
    ...(position === undefined ? [] : [`positionInList: ${position}`]),
    ...(epic === undefined ? [] : [`epicId: ${epic}`]),
    ...(lane === undefined ? [] : [lane]),
  ]
  const { data, errors } = await askGraphql(
    here.as(who).ctx,
    `mutation { issueMoveList(input: { projectPath: "${here.project.fullPath}", iid: "${iid}", boardId: "gid://gitlab/Board/${here.board.id}", ${words.join(', ')} }) {
      errors issue { title state labels { nodes { title } } assignees { nodes { username } } milestone { title } } } }`,
  )
  return errors.length > 0 ? { errors } : data.issueMoveList
}
