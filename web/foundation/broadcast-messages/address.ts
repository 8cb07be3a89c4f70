import type { Search } from '#web/api/router/search.ts'
import { type State, states } from './messages.ts'

/** The input of the administration page, from its address. */
export function messagesInput(search: Search): { readonly state?: State; readonly page?: number } {
  const state = states.find(each => each.key === search.state)?.key
  const page = Number(search.page)
  return { ...(state === undefined ? {} : { state }), ...(page > 1 ? { page } : {}) }
}
