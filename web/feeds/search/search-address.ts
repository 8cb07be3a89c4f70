import type { SearchPageKind } from '#contract/feeds/search.ts'

/** The kinds as their tabs name them. */
export const kindNames: Readonly<Record<SearchPageKind, string>> = {
  issues: 'Issues',
  merge_requests: 'Merge requests',
  epics: 'Epics',
  notes: 'Comments',
  milestones: 'Milestones',
  projects: 'Projects',
  users: 'People',
  blobs: 'Files',
  commits: 'Commits',
}

const states = ['opened', 'closed', 'merged'] as const
type State = (typeof states)[number]
const stateNames: Readonly<Record<State, string>> = { opened: 'Open', closed: 'Closed', merged: 'Merged' }

export const hasState = (kind: SearchPageKind): boolean =>
  kind === 'issues' || kind === 'merge_requests' || kind === 'epics' || kind === 'milestones'

export const hasAuthor = (kind: SearchPageKind): boolean =>
  kind !== 'milestones' && (hasState(kind) || kind === 'notes')

export const stateChoices = (kind: SearchPageKind): readonly { readonly value: string; readonly label: string }[] => [
  { value: 'all', label: 'Any state' },
  ...states
    .filter(state => state !== 'merged' || kind === 'merge_requests')
    .map(state => ({ value: state, label: stateNames[state] })),
]

/** The input of the search page from its address; unknown parameters are left out. */
export function searchPageInput(search: Readonly<Record<string, unknown>>) {
  const text = (name: string) => {
    const value = search[name]
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
  }
  const number = (name: string) => (/^\d{1,15}$/.test(text(name) ?? '') ? Number(text(name)) : undefined)
  const words = text('search')?.slice(0, maxWords)
  const scope = kinds.find(kind => kind === search.scope)
  const state = states.find(each => each === search.state)
  const [author, page] = [text('author'), number('page')]
  const [projectId, groupId] = [number('project_id'), number('group_id')]
  return {
    ...(words !== undefined && { search: words }),
    ...(scope !== undefined && { scope }),
    ...(projectId !== undefined && { projectId }),
    ...(groupId !== undefined && { groupId }),
    ...(state !== undefined && { state }),
    ...(author !== undefined && { author }),
    ...(page !== undefined && page > 1 && { page: Math.min(page, 100) }),
  }
}

const maxWords = 1000
// Each of them has a name.
const kinds = Object.keys(kindNames) as readonly SearchPageKind[]
