import { placeKinds } from '#contract/foundation/places.ts'
import { boardOperations } from '#contract/plan/boards/boards.ts'
import { load } from '#server/access/load.ts'
import { placeByRef } from '#server/foundation/namespaces/find-place.ts'
import { type Answer, answer, refuseChanged } from '#server/slice.ts'
import { createBoard, currentBoard, deleteBoard, updateBoard } from './change.ts'
import { boardListById, boardListOf, boardOf } from './find.ts'
import { collapseList, createList, currentLimits, deleteList, updateList } from './lists.ts'
import { listBoards, listLists, showBoard, showList } from './present.ts'

export const boardAnswers: readonly Answer[] = placeKinds.flatMap(kind => {
  const operations = boardOperations[kind]
  const board = boardOf[kind]
  const list = boardListOf[kind]
  return [
    answer(operations.list, {
      about: placeByRef[kind],
      ability: kind === 'project' ? 'project:read-issues' : 'group:read',
      run: (ctx, { id }, paging) => listBoards(ctx, { id, kind }, paging),
    }),
    answer(operations.get, { about: board, ability: 'board:read', run: (ctx, { id }) => showBoard(ctx, id) }),
    answer(operations.create, {
      about: placeByRef[kind],
      ability: `${kind}:admin-boards`,
      run: async (ctx, place, given) => showBoard(ctx, await createBoard(ctx, { ...place, kind }, given)),
    }),
    answer(operations.update, {
      about: board,
      ability: 'board:admin',
      current: currentBoard,
      run: async (ctx, found, given) => {
        await updateBoard(ctx, found, given)
        return showBoard(ctx, found.id)
      },
    }),
    answer(operations.remove, {
      about: board,
      ability: 'board:admin',
      run: async (ctx, found, given) => {
        refuseChanged(found, given)
        await deleteBoard(ctx, found)
        return null
      },
    }),
    answer(operations.listLists, {
      about: board,
      ability: 'board:read',
      run: (ctx, { id }, paging) => listLists(ctx, id, paging),
    }),
    answer(operations.getList, {
      about: list,
      ability: 'board:read',
      run: (ctx, found) => showList(ctx, found.list.id),
    }),
    answer(operations.createList, {
      about: board,
      ability: 'board:admin',
      run: async (ctx, found, given) => showList(ctx, await createList(ctx, found, given)),
    }),
    answer(operations.updateList, {
      about: list,
      ability: 'board:collapse-lists',
      current: currentLimits,
      run: async (ctx, found, { collapsed, position, maxIssueCount, maxIssueWeight, limitMetric }) => {
        const listId = found.list.id
        if (collapsed !== undefined) await collapseList(ctx, found, collapsed)
        const changes = { position, maxIssueCount, maxIssueWeight, limitMetric }
        // Everyone who can read a board can collapse its lists.
        if (collapsed === undefined || Object.values(changes).some(value => value !== undefined))
          await updateList(ctx, await load(ctx, 'board:admin', boardListById, listId), changes)
        return showList(ctx, listId)
      },
    }),
    answer(operations.removeList, {
      about: list,
      ability: 'board:admin',
      run: async (ctx, found) => {
        await deleteList(ctx, found)
        return null
      },
    }),
  ]
})
