import type { Search } from '#web/api/route.tsx'

/** What the list is asked for, from the words of the address. */
export interface TodosInput {
  readonly state?: 'pending' | 'done'
  readonly projectId?: number
  readonly action?: string
  readonly type?: string
  readonly page?: number
}

/** What cannot be meant is left out, so that every address shows something. */
export function todosInput(search: Search): TodosInput {
  const { state, project_id: projectId, action, type, page } = search
  return {
    ...(state === 'pending' || state === 'done' ? { state } : {}),
    ...(isNumber(projectId) ? { projectId: Number(projectId) } : {}),
    ...(typeof action === 'string' && action !== '' ? { action } : {}),
    ...(typeof type === 'string' && type !== '' ? { type } : {}),
    ...(isNumber(page) ? { page: Number(page) } : {}),
  }
}

const isNumber = (word: unknown): boolean => typeof word === 'string' && /^[1-9]\d{0,8}$/.test(word)

/** The address of a list; a change of the filters starts at its first page. */
export function todosHref(input: TodosInput): string {
  const words = new URLSearchParams()
  if (input.state === 'done') words.set('state', 'done')
  if (input.projectId !== undefined) words.set('project_id', String(input.projectId))
  if (input.action !== undefined) words.set('action', input.action)
  if (input.type !== undefined) words.set('type', input.type)
  if (input.page !== undefined && input.page > 1) words.set('page', String(input.page))
  const query = words.toString()
  return `/dashboard/todos${query === '' ? '' : `?${query}`}`
}
