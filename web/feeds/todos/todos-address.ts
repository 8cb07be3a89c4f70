import type { Search } from '#web/api/router/search.ts'

export const todosStates = ['pending', 'snoozed', 'done'] as const
export type TodosState = (typeof todosStates)[number]

/** What the list is asked for, from the words of the address. */
export interface TodosInput {
  readonly state?: TodosState
  readonly projectId?: number
  readonly groupId?: number
  readonly authorId?: number
  readonly action?: string
  readonly type?: string
  readonly page?: number
}

/** What cannot be meant is left out, so that every address shows something. */
export function todosInput(search: Search): TodosInput {
  const { project_id: projectId, group_id: groupId, author_id: authorId, action, type, page } = search
  const state = todosStates.find(each => each === search.state)
  return {
    ...(state === undefined ? {} : { state }),
    ...(isNumber(projectId) ? { projectId: Number(projectId) } : {}),
    ...(isNumber(groupId) ? { groupId: Number(groupId) } : {}),
    ...(isNumber(authorId) ? { authorId: Number(authorId) } : {}),
    ...(typeof action === 'string' && action !== '' ? { action } : {}),
    ...(typeof type === 'string' && type !== '' ? { type } : {}),
    ...(isNumber(page) ? { page: Number(page) } : {}),
  }
}

const isNumber = (word: unknown): boolean => typeof word === 'string' && /^[1-9]\d{0,8}$/.test(word)

/** The address of a list; a change of the filters starts at its first page. */
export function todosHref(input: TodosInput): string {
  const words = new URLSearchParams()
  if (input.state !== undefined && input.state !== 'pending') words.set('state', input.state)
  if (input.projectId !== undefined) words.set('project_id', String(input.projectId))
  if (input.groupId !== undefined) words.set('group_id', String(input.groupId))
  if (input.authorId !== undefined) words.set('author_id', String(input.authorId))
  if (input.action !== undefined) words.set('action', input.action)
  if (input.type !== undefined) words.set('type', input.type)
  if (input.page !== undefined && input.page > 1) words.set('page', String(input.page))
  const query = words.toString()
  return `/dashboard/todos${query === '' ? '' : `?${query}`}`
}
