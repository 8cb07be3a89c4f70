import { useGraphql } from '#web/api/graphql.ts'
import { useSettled } from '#web/plan/settled.ts'
import type { IssueData, Label, Person } from '#web/plan/shapes.ts'
import { searchLabels } from './search-labels.graphql.gen.ts'
import { searchMilestones } from './search-milestones.graphql.gen.ts'
import { searchPeople } from './search-people.graphql.gen.ts'

/** What a search brought so far; while a changed one is asked for, what the last one brought. */
export interface Found<T> {
  readonly items: readonly T[]
  readonly isLoading: boolean
  readonly isError: boolean
}

/** Somebody of a list of people to choose from. */
export type Candidate = Pick<Person, 'id' | 'name' | 'username' | 'avatarUrl' | 'webUrl' | 'availability'>

/** A milestone of a list to choose from. */
export type MilestoneChoice = Pick<
  NonNullable<IssueData['milestone']>,
  'id' | 'title' | 'dueDate' | 'startDate' | 'expired' | 'webUrl'
>

/** @source ASSIGN-004, ASSIGN-005, ASSIGN-031 */
export function usePeople(namespace: string, text: string, isWanted = true): Found<Candidate> {
  const search = useSettled(text.trim().replace(/^@/, ''))
  const found = useGraphql(searchPeople, { fullPath: namespace, search }, { enabled: isWanted, keepPrevious: true })
  const items = (found.data?.project?.autocompleteUsers ?? []).map(({ id, status, ...person }) => ({
    ...person,
    id: numberOf(id),
    availability: status?.availability === 'BUSY' ? ('busy' as const) : null,
  }))
  return { items, isLoading: found.isFetching, isError: found.isError }
}

/** The labels of a project and of the groups above it. @source LABEL-001 */
export function useLabels(namespace: string, text: string, isWanted = true): Found<Label> {
  const searchTerm = useSettled(text.trim())
  const found = useGraphql(searchLabels, { fullPath: namespace, searchTerm }, { enabled: isWanted, keepPrevious: true })
  const nodes = found.data?.project?.labels?.nodes ?? []
  const items = nodes
    .filter(node => node !== null)
    .map(({ id, title, color, textColor, description }) => ({
      ...{ id: numberOf(id), name: title, color, textColor, description },
      descriptionHtml: '',
      archived: false,
    }))
  return { items, isLoading: found.isFetching, isError: found.isError }
}

/** The open milestones of a project and of the groups above it. @source MILE-003, MILE-006, MILE-018 */
export function useMilestones(namespace: string, text: string, isWanted = true): Found<MilestoneChoice> {
  const searchTitle = useSettled(text.trim())
  const variables = { fullPath: namespace, searchTitle, state: 'active' } as const
  const found = useGraphql(searchMilestones, variables, { enabled: isWanted, keepPrevious: true })
  const nodes = found.data?.project?.milestones?.nodes ?? []
  const items = nodes
    .filter(node => node !== null)
    .map(({ id, title, startDate, dueDate, expired, webPath }) => ({
      ...{ id: numberOf(id), title, expired, webUrl: new URL(webPath, location.origin).href },
      ...{ startDate: dayOf(startDate), dueDate: dayOf(dueDate) },
    }))
  return { items, isLoading: found.isFetching, isError: found.isError }
}

/** The number at the end of a global id. */
const numberOf = (gid: string): number => Number(gid.slice(gid.lastIndexOf('/') + 1))

const dayOf = (moment: string | null): string | null => moment?.slice(0, 10) ?? null
