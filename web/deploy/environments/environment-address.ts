import type { EnvironmentState } from '#contract/deploy/environments/environment-words.ts'
import type { Search } from '#web/api/router/search.ts'

/** The state of the list of environments in its address. */
export interface EnvironmentListState {
  readonly state: EnvironmentState
  readonly search: string
  /** From 1. */
  readonly page: number
}

const pageOf = (page: unknown): number => (/^[1-9]\d{0,5}$/.test(String(page)) ? Number(page) : 1)

export const environmentListState = ({ state, search, page }: Search): EnvironmentListState => ({
  state: state === 'stopped' ? 'stopped' : 'available',
  search: typeof search === 'string' ? search.trim().slice(0, 255) : '',
  page: pageOf(page),
})

/** The state as words of the address, without the usual ones. */
export const searchOf = ({ state, search, page }: EnvironmentListState): Search => ({
  ...(state === 'stopped' && { state }),
  ...(search !== '' && { search }),
  ...(page > 1 && { page: String(page) }),
})

export const environmentsInput = (namespace: string, search: Search) => {
  const { state, search: text, page } = environmentListState(search)
  return {
    namespace,
    ...(state === 'stopped' && { state }),
    ...(text !== '' && { search: text }),
    ...(page > 1 && { page }),
  }
}

export const environmentInput = (
  { namespace = '', environmentId = '' }: Readonly<Record<string, string>>,
  { page }: Search,
) => ({
  namespace,
  environmentId: Number(environmentId),
  ...(pageOf(page) > 1 && { page: pageOf(page) }),
})
