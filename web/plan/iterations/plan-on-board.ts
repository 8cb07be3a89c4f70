import { call } from '#web/api/client.ts'
import {
  createGroupBoard,
  createGroupBoardList,
  createProjectBoard,
  createProjectBoardList,
  listGroupBoards,
  listProjectBoards,
} from '#web/api/operations.gen.ts'
import type { CadenceData, IterationsPageData } from './calls.ts'

/** The most iterations of a cadence that get a list. */
const mostLists = 10

/**
 * Find or create the board of a project or group that is named after a cadence, with a list for each of its next iterations.
 *
 * @returns the id of the board
 */
export async function planOnBoard(
  { id, kind }: IterationsPageData['namespace'],
  { title, iterations }: CadenceData,
): Promise<number> {
  const isGroup = kind === 'group'
  const asked = { id, perPage: 100 }
  const boards = await (isGroup ? call(listGroupBoards, asked) : call(listProjectBoards, asked))
  const named = { id, name: title }
  const board =
    boards.find(each => each.name === title) ??
    (await (isGroup ? call(createGroupBoard, named) : call(createProjectBoard, named)))
  const listed = new Set(board.lists.map(list => list.iteration?.id))
  for (const iteration of iterations.slice(0, mostLists)) {
    if (listed.has(iteration.id)) continue
    const list = { id, boardId: board.id, iterationId: iteration.id }
    await (isGroup ? call(createGroupBoardList, list) : call(createProjectBoardList, list))
  }
  return board.id
}
