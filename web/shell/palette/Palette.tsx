import { FileIcon, MilestoneIcon, SearchIcon, TagIcon, ZapIcon } from '@primer/octicons-react'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CreatedInPlace } from '#contract/foundation/namespaces.ts'
import { filterTitle } from '#contract/plan/labels/label-words.ts'
import { searchTerms } from '#contract/search-text.ts'
import { codeFiles, quickSearch, searchPlaces } from '#web/api/operations.gen.ts'
import type { PlaceNamespace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import type { PageAction } from '#web/ui/actions/page-actions.ts'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'
import { CommandPalette } from '#web/ui/overlays/CommandPalette.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { personOption } from '#web/ui/people/person-option.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { Marked } from '#web/ui/text/Marked.tsx'
import { useDebouncedState } from '#web/ui/use-debounced.ts'
import { withActionsInSight } from './actions-in-sight.ts'
import { generalActions } from './general-actions.ts'
import { pagesAround, pagesFor, pagesOf } from './pages.tsx'
import { type Choice, ranked, rankedPaths } from './ranking.ts'
import { synonymsOfAction } from './synonyms.ts'

interface PaletteProps {
  readonly namespace: PlaceNamespace | null
  /** The actions of the page below. */
  readonly actions: readonly PageAction[]
  /** Choose the place of a new item. */
  readonly onCreate: (kind: CreatedInPlace) => void
  readonly onClose: () => void
}

/** Jump anywhere by name, or act on what the page shows: an option's id is an address, or the index of an action. */
export function Palette({ namespace, actions: declared, onCreate, onClose }: PaletteProps) {
  const { user } = useViewer()
  const [inSight] = useState(() => withActionsInSight(declared))
  const [general] = useState(() => generalActions(user !== null, onCreate))
  const [query, setQuery] = useState('')
  const [asked, setAsked] = useDebouncedState('')
  const goTo = useGoTo()
  const words = query.trim()
  const terms = searchTerms(words)
  const { found, own, isLooking } = useFound(asked, namespace, user !== null)
  const actions = [...inSight, ...general]
  const choiceOf = ({ label, on }: PageAction, place: number): Choice => ({
    id: String(place),
    text: label,
    leading: <ZapIcon />,
    group: on ?? 'Actions',
    synonyms: synonymsOfAction(label),
  })
  const ownActions = actions.map(choiceOf)
  // The button of the page goes to the same place.
  const isOwn = ({ text }: Option) => ownActions.some(action => action.text === text)
  const pages = [...pagesOf(namespace, user?.username ?? ''), ...pagesFor(user)].filter(each => !isOwn(each))
  const isLoading = isLooking || words !== asked
  const options = words === '' ? atFirst() : answers()

  /** The items opened last, and the actions of this page. */
  function atFirst(): readonly Option[] {
    const here = ownActions.slice(0, Math.min(maxOwn, inSight.length))
    const isOfItem = inSight[0]?.on !== undefined && inSight[0].on !== 'This page'
    // Choices below the results wait for them.
    if (isLooking) return isOfItem ? here : []
    return isOfItem ? [...here, ...found, ...pages] : [...found, ...here, ...pages]
  }

  /** Choices whose names match come first, then the server's results, then choices that only mean something similar. */
  function answers(): readonly Option[] {
    const choices = ranked([...ownActions, ...pages, ...pagesAround(namespace, own, user?.username ?? '')], words)
    const isReference = /^\S*[#!&^]\S*\d$/.test(words)
    const [named, others] = [
      choices.filter(({ likeness }) => likeness === 0),
      choices.filter(({ likeness }) => likeness > 0),
    ]
    const [first, rest] = [named.slice(0, maxChoices), [...named.slice(maxChoices), ...others].slice(0, maxChoices)]
    // The server's results would move what stands below them.
    const last = isLoading ? [] : rest
    const shown = isReference
      ? [...found, ...first.map(each => each.choice)]
      : [...first.map(each => each.choice), ...found, ...last.map(each => each.choice)]
    return [
      ...shown.map(option => ({ shown: <Marked text={option.text} terms={terms} />, ...option })),
      ...(isLoading ? [] : everywhere()),
    ]
  }

  /** The search pages: of the group or project of the page, and of everything. */
  function everywhere(): readonly Option[] {
    if (user === null) return []
    const id = `/search?search=${encodeURIComponent(words)}`
    const row = { leading: <SearchIcon />, group: '' }
    const here =
      namespace === null || namespace.kind === 'user'
        ? []
        : [
            {
              ...row,
              id: `${id}&${namespace.kind}_id=${namespace.id}`,
              text: `Search in ${namespace.name} for “${words}”`,
            },
          ]
    return [...here, { ...row, id, text: `Search everywhere for “${words}”` }]
  }

  return (
    <CommandPalette
      query={query}
      onQuery={text => {
        setQuery(text)
        setAsked(text.trim())
      }}
      options={options}
      loading={isLoading}
      // Commands are found at once, and stand first.
      isLate={isLoading && (options[0]?.group === '' || options[0]?.id === found[0]?.id)}
      empty={`No results for “${words}”`}
      onClose={onClose}
      onPick={(href, { inNewTab }) => {
        // An action may move the focus, which the closing palette gives back.
        flushSync(onClose)
        const action = actions[Number(href)]
        if (action) action.run()
        else if (inNewTab) window.open(href, '_blank', 'noopener')
        else goTo(href)
      }}
    />
  )
}

const maxOwn = 5
const maxChoices = 6

interface Findings {
  readonly found: readonly Option[]
  /** One's own places. */
  readonly own: { readonly projects: readonly FoundPlace[]; readonly groups: readonly FoundPlace[] }
  readonly isLooking: boolean
}

/** The server's results for some words; without words, the items opened last and the user's own projects and groups. */
function useFound(words: string, namespace: PlaceNamespace | null, isSignedIn: boolean): Findings {
  const isEmpty = words === ''
  const places = useReading(searchPlaces, {}, { enabled: isSignedIn })
  const any = useReading(
    quickSearch,
    { q: words, ...(namespace !== null && { namespace: namespace.fullPath }) },
    { enabled: isSignedIn, keepPrevious: true },
  )
  const files = useFiles(words, namespace)
  const own = places.data ?? { projects: [], groups: [] }
  if (isEmpty) {
    return {
      isLooking: places.isLoading || any.isLoading,
      own,
      found: [
        ...(any.data?.recent ?? []).map(item => itemOption(item, 'Recently viewed')),
        ...own.projects.slice(0, maxOwn).map(each => placeOption(each, 'Your projects')),
        ...own.groups.slice(0, maxOwn).map(each => placeOption(each, 'Your groups')),
      ],
    }
  }
  const { issues = [], mergeRequests = [], epics = [], milestones = [], labels = [] } = any.data ?? {}
  const { projects = [], groups = [], users = [] } = any.data ?? {}
  return {
    isLooking: any.isFetching,
    own,
    found: [
      ...issues.map(item => itemOption(item, 'Issues')),
      ...mergeRequests.map(item => itemOption(item, 'Merge requests')),
      ...epics.map(item => itemOption(item, 'Epics')),
      ...files,
      ...projects.map(each => ({
        id: each.path,
        text: each.nameWithNamespace,
        detail: each.fullPath,
        leading: <Avatar id={each.id} name={lastOf(each.nameWithNamespace)} shape="square" named={false} />,
        group: 'Projects',
      })),
      ...groups.map(each => ({
        id: each.path,
        text: each.fullName,
        detail: each.fullPath,
        leading: <Avatar id={each.id} name={lastOf(each.fullName)} shape="square" named={false} />,
        group: 'Groups',
      })),
      ...users.map(each => ({ ...personOption(each), id: each.path, group: 'People' })),
      ...milestones.map(each => partOption(each, each.path, 'Milestones', <MilestoneIcon />)),
      ...labels.map(each =>
        partOption(
          each,
          `${each.path}?label_name[]=${encodeURIComponent(filterTitle(each.title))}`,
          'Labels',
          <TagIcon fill={each.color} />,
        ),
      ),
    ],
  }
}

/** The files of the project of the page. */
function useFiles(words: string, namespace: PlaceNamespace | null): readonly Option[] {
  const hasFiles = namespace?.kind === 'project' && namespace.offers.code
  const { data } = useReading(
    codeFiles,
    { namespace: namespace?.fullPath ?? '' },
    { enabled: hasFiles && words.length >= minFileLength },
  )
  if (!hasFiles || words.length < minFileLength) return []
  return rankedPaths(data?.paths ?? [], words).map(path => ({
    id: `/${namespace.fullPath}/-/blob/HEAD/${path.split('/').map(encodeURIComponent).join('/')}`,
    text: path.slice(path.lastIndexOf('/') + 1),
    detail: `${namespace.fullPath}/${path}`,
    leading: <FileIcon />,
    group: 'Files',
  }))
}

const minFileLength = 2

const lastOf = (fullName: string): string => fullName.split(' / ').at(-1) ?? fullName

interface FoundPlace {
  readonly id: number
  readonly name: string
  readonly fullName: string
  readonly fullPath: string
  readonly avatarUrl: string | null
}

const placeOption = (place: FoundPlace, group: string): Option => ({
  id: `/${place.fullPath}`,
  text: place.fullName,
  detail: place.fullPath,
  leading: <Avatar {...place} shape="square" named={false} />,
  group,
})

interface FoundItem {
  readonly type: string
  readonly title: string
  readonly state: string
  readonly reference: string
  readonly path: string
}

const itemOption = ({ path, title, reference, state, type }: FoundItem, group: string): Option => ({
  id: path,
  text: title,
  detail: `${reference} · ${stateWords[state] ?? 'Open'}`,
  leading: (
    <StateBadge
      state={state === 'closed' || state === 'merged' ? state : 'opened'}
      of={type === 'merge_request' ? 'merge_request' : 'issue'}
      look="icon"
    />
  ),
  group,
})

const stateWords: Readonly<Record<string, string>> = {
  opened: 'Open',
  closed: 'Closed',
  merged: 'Merged',
  locked: 'Locked',
}

const partOption = (
  { title, fullPath }: { readonly title: string; readonly fullPath: string },
  id: string,
  group: string,
  leading: ReactNode,
): Option => ({ id, text: title, detail: fullPath, leading, group })
