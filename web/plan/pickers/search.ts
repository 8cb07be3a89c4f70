import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { gid } from '#contract/gid.ts'
import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import { readAgain } from '#web/api/carried-query.ts'
import { asking, query } from '#web/api/graphql.ts'
import type { GraphqlDocument } from '#web/api/graphql-document.ts'
import { useTopics } from '#web/api/live/live.ts'
import { useCurrentPlace } from '#web/api/place.ts'
import { usePlanTopics } from '#web/plan/place.ts'
import type { IssueData, Label, Person } from '#web/plan/shapes.ts'
import { useSearchText } from '#web/ui/use-debounced.ts'
import { type SearchLabelsResult, searchLabels } from '../labels/search-labels.graphql.gen.ts'
import { searchContacts } from './search-contacts.graphql.gen.ts'
import { searchEpics } from './search-epics.graphql.gen.ts'
import { searchIterations } from './search-iterations.graphql.gen.ts'
import { searchMilestones } from './search-milestones.graphql.gen.ts'
import { searchPeople } from './search-people.graphql.gen.ts'

/** The results of a search so far; while a changed text is requested, those of the previous one. */
export interface Found<T> {
  readonly items: readonly T[]
  /** The answer to the text is on its way, or the text waits for a pause in typing. */
  readonly isLoading: boolean
  /** The request failed. A loaded list that could not be refreshed is no error. */
  readonly isError: boolean
  /** Asks for the next ones; undefined at the end, and while some are on their way. */
  readonly onMore: (() => void) | undefined
}

/** A user in a list to choose from. */
export interface Candidate extends Pick<Person, 'id' | 'name' | 'username' | 'avatarUrl' | 'webUrl' | 'availability'> {
  /** Absent if it was not requested, and for users who were not searched for. */
  readonly canMerge?: boolean | undefined
}

/** A milestone of a list to choose from. */
export type MilestoneChoice = Pick<
  NonNullable<IssueData['milestone']>,
  'id' | 'title' | 'dueDate' | 'startDate' | 'expired' | 'webUrl'
>

/** An iteration of a list to choose from. */
export type IterationChoice = NonNullable<IssueData['iteration']>

/** The names in GraphQL of the kinds whose items cannot be assigned to everyone who can see them. */
const assignable: Readonly<Partial<Record<IssuableSeries, 'ISSUE' | 'EPIC' | 'MERGE_REQUEST' | 'ALERT'>>> = {
  issue: 'ISSUE',
  epic: 'EPIC',
  merge_request: 'MERGE_REQUEST',
  alert: 'ALERT',
}

interface PeopleOptions {
  readonly isWanted?: boolean
  /** Only people who can be assigned to items of this series. */
  readonly assignableTo?: IssuableSeries | undefined
  /** Only people who can be on call, and so lead the response to an incident. */
  readonly canBeOnCall?: boolean | undefined
  /** The merge request that they are chosen for: each person then tells whether they could merge it. */
  readonly mergeRequestId?: number | undefined
}

/** @source ASSIGN-004, ASSIGN-005, ASSIGN-031 */
export function usePeople(namespace: string, text: string, options: PeopleOptions = {}): Found<Candidate> {
  const { isWanted = true, assignableTo, canBeOnCall, mergeRequestId } = options
  const [search, isPausing] = useSearchText(text.trim().replace(/^@/, ''))
  const isGroup = useIsGroup(namespace)
  const found = useQuery({
    ...asking(searchPeople, {
      ...{ fullPath: namespace, search, isGroup },
      ...(assignableTo && { assignableTo: assignable[assignableTo] ?? null }),
      ...(canBeOnCall === true && { canBeOnCall }),
      ...{ mergeRequest: gid('MergeRequest', mergeRequestId ?? 0), isToMerge: mergeRequestId !== undefined },
    }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
  const people = found.data?.project?.autocompleteUsers ?? found.data?.group?.autocompleteUsers ?? []
  const items = people.map(({ id, status, mergeRequestInteraction, ...person }) => ({
    ...person,
    canMerge: mergeRequestInteraction?.canMerge,
    id: numberOf(id),
    availability: status?.availability === 'BUSY' ? ('busy' as const) : null,
  }))
  return { items, isLoading: found.isFetching || isPausing, isError: found.isLoadingError, onMore: undefined }
}

/** Whether a path is that of the group of the page. */
function useIsGroup(fullPath: string): boolean {
  const { namespace } = useCurrentPlace()
  return namespace?.kind === 'group' && namespace.fullPath === fullPath
}

/** Only one of the two is requested. */
const labelsIn = ({ project, group }: SearchLabelsResult) => (project ?? group)?.labels

/** The labels of a project or group and of the groups above it. @source LABEL-001 */
export function useLabels(namespace: string, text: string, isWanted = true): Found<Label> {
  const [searchTerm, isPausing] = useSearchText(text.trim())
  const variables = { fullPath: namespace, searchTerm, isGroup: useIsGroup(namespace) }
  const found = usePages(searchLabels, variables, isWanted, labelsIn)
  const items = found.nodes.map(({ id, title, color, textColor, description }) => ({
    id: numberOf(id),
    name: title,
    color,
    textColor,
    description,
    descriptionHtml: '',
    archived: false,
  }))
  return { ...found, items, isLoading: found.isLoading || isPausing }
}

/** The open milestones of a project or group and of the groups above it. @source MILE-003, MILE-006, MILE-018 */
export function useMilestones(namespace: string, text: string, isWanted = true): Found<MilestoneChoice> {
  const [searchTitle, isPausing] = useSearchText(text.trim())
  const variables = { fullPath: namespace, searchTitle, state: 'active', isGroup: useIsGroup(namespace) } as const
  const found = usePages(searchMilestones, variables, isWanted, page => (page.project ?? page.group)?.milestones)
  const items = found.nodes.map(({ id, title, startDate, dueDate, expired, webPath }) => ({
    id: numberOf(id),
    title,
    startDate: dayOf(startDate),
    dueDate: dayOf(dueDate),
    expired,
    webUrl: new URL(webPath, location.origin).href,
  }))
  return { ...found, items, isLoading: found.isLoading || isPausing }
}

/** The current and upcoming iterations of a group or of the groups of a project. @source MILE-003, MILE-006, MILE-019 */
export function useIterations(namespace: string, text: string, isWanted = true): Found<IterationChoice> {
  const [search, isPausing] = useSearchText(text.trim())
  const variables = { fullPath: namespace, search, isGroup: useIsGroup(namespace) }
  const found = usePages(searchIterations, variables, isWanted, page => (page.project ?? page.group)?.iterations)
  const items = found.nodes.map(({ id, title, startDate, dueDate, webPath, iterationCadence }) => ({
    id: numberOf(id),
    title,
    startDate: dayOf(startDate) ?? '',
    dueDate: dayOf(dueDate) ?? '',
    cadenceTitle: iterationCadence.title,
    webUrl: new URL(webPath, location.origin).href,
  }))
  return { ...found, items, isLoading: found.isLoading || isPausing }
}

/** An epic of a list to choose from. */
export interface EpicChoice {
  readonly id: number
  readonly title: string
  /** `&4`, with the path of its group where that is not the one nearest to the issue. */
  readonly reference: string
  readonly path: string
  readonly confidential: boolean
}

interface FoundEpics extends Found<EpicChoice> {
  /** The reader may create epics in the group. */
  readonly canCreate: boolean
}

/** The open epics of a group and of the groups above it, by the beginning of their number or words of their title. @source EPIC-001, EPIC-002 */
export function useEpics(group: string, text: string, isWanted = true): FoundEpics {
  const [words, isPausing] = useSearchText(text.trim().replace(/^&/, ''))
  const search =
    words === '' ? {} : /^\d+$/.test(words) ? { iidStartsWith: words } : { search: words, in: ['TITLE'] as const }
  const found = usePages(searchEpics, { fullPath: group, ...search }, isWanted, page => page.group?.epics)
  const items = found.nodes.map(({ id, iid, title, confidential, webPath, group: { fullPath } }) => ({
    id: numberOf(id),
    title: title ?? '',
    confidential: confidential ?? false,
    reference: `${fullPath === group ? '' : fullPath}&${iid}`,
    path: webPath,
  }))
  return {
    ...found,
    items,
    isLoading: found.isLoading || isPausing,
    canCreate: found.first?.group?.userPermissions.createEpic ?? false,
  }
}

/** A contact of a list to choose from. */
export type ContactChoice = NonNullable<IssueData['contacts']>[number]

/** The active contacts of a group. @source CRM-001 */
export function useContacts(group: string, text: string, isWanted = true): Found<ContactChoice> {
  const [search, isPausing] = useSearchText(text.trim())
  const found = usePages(searchContacts, { fullPath: group, search }, isWanted, page => page.group?.contacts)
  const items = found.nodes.map(({ id, organization, description, ...contact }) => ({
    ...contact,
    id: numberOf(id),
    description: description ?? '',
    organization: organization === null ? null : { id: numberOf(organization.id), name: organization.name },
  }))
  return { ...found, items, isLoading: found.isLoading || isPausing }
}

interface Connection<Node> {
  readonly nodes: readonly (Node | null)[] | null
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean }
}

/** A list that is asked for page by page, and anew when something of the place it is planned with changes. */
export function usePages<Result, Variables extends { readonly after?: string | null | undefined }, Node>(
  document: GraphqlDocument<Result, Variables>,
  variables: NoInfer<Variables>,
  isWanted: boolean,
  connectionOf: (page: Result) => Connection<Node> | null | undefined,
) {
  const client = useQueryClient()
  const found = useInfiniteQuery({
    queryKey: [document.name, variables],
    queryFn: ({ pageParam, signal }) => query(document, { ...variables, after: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: page => {
      const next = connectionOf(page)?.pageInfo
      return next?.hasNextPage ? next.endCursor : null
    },
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
  useTopics(
    usePlanTopics(),
    useCallback(() => void readAgain(client, [document.name]), [client, document]),
  )
  const { data, isFetching, isLoadingError, isFetchNextPageError, hasNextPage, fetchNextPage } = found
  return {
    first: data?.pages[0],
    nodes: (data?.pages ?? []).flatMap(page => connectionOf(page)?.nodes ?? []).filter(node => node !== null),
    isLoading: isFetching,
    isError: isLoadingError || isFetchNextPageError,
    onMore: hasNextPage && !isFetching ? () => void fetchNextPage() : undefined,
  }
}

/** The number at the end of a global id. */
export const numberOf = (gid: string): number => Number(gid.slice(gid.lastIndexOf('/') + 1))

const dayOf = (moment: string | null): string | null => moment?.slice(0, 10) ?? null
