import { barNames, choiceOf } from '#contract/plan/attributes/plain-attributes.ts'
import { filterTitle } from '#contract/plan/labels/label-words.ts'
import { isWhen } from '#contract/plan/lists/when-words.ts'
import { searchText } from '#contract/search-text.ts'
import {
  autocompleteUsers,
  codeRefs,
  listGroupFilterOptions,
  listGroupLabelOptions,
  listGroupMilestoneOptions,
  listLabelOptions,
  listMilestoneOptions,
  listProjectFilterOptions,
} from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { Swatch } from '#web/plan/facts/Swatch.tsx'
import type { Place } from '#web/plan/shapes.ts'
import { matching, type Option } from '#web/ui/forms/lists/choice-list.ts'
import { personOption } from '#web/ui/people/person-option.tsx'
import { useSearchText } from '#web/ui/use-debounced.ts'
import { comingDays, dayName, pastDays } from '../days.ts'
import { type FieldKey, type Filter, type FilterSet, fieldOf, type How, isByDay, isById, isPerson } from './filters.ts'

/** None and Any stand alone, but the words that name milestones, types and choices can be negated and combined. */
const canCombine = (field: FieldKey, value: string, how: How): boolean =>
  field === 'type' ||
  (value === 'Current' && how === 'is not') ||
  (field === 'milestone' && value.startsWith('#')) ||
  barNames.some(name => name === field && choiceOf(name, value) !== undefined)

const me: Option = { id: 'value:@me', text: '@me', detail: 'The person viewing the list' }

/** The token being written. */
export interface Draft {
  readonly field: FieldKey
  /** Null until it is chosen. */
  readonly how: How | null
  /** Values of "is one of" are chosen already. */
  readonly hasValues?: boolean
}

function dayOptions(field: FieldKey, text: string): readonly Option[] {
  const typed = text.trim()
  const options = (field === 'due' || field === 'start' ? comingDays : pastDays).map(day => option(day))
  const found = matching(options, typed)
  return found.length > 0 || !isWhen(typed) ? found : [option(typed)]
}

const option = (day: string): Option => ({ id: `value:${day}`, text: dayName(day) })

/** The counts that are offered before one is typed: 0 to 10. */
const counts = Array.from({ length: 11 }, (_, count) => String(count))

const reactions = ['thumbsup', 'thumbsdown', 'smile', 'tada', 'thinking', 'heart', 'rocket', 'eyes']

interface Suggestions {
  readonly options: readonly Option[]
  readonly isLoading: boolean
  /** The first one begins with what is typed: Enter takes it. */
  readonly isBest?: boolean
}

/** The filters that are wanted most, the first five of those that a list has. */
const usual: readonly (Omit<Filter, 'how'> & { readonly label: string })[] = [
  { label: 'Assigned to me', field: 'assignee', value: '@me' },
  { label: 'Review requested from me', field: 'reviewer', value: '@me' },
  { label: 'Created by me', field: 'author', value: '@me' },
  { label: 'Not assigned', field: 'assignee', value: 'None' },
  { label: 'Due this week', field: 'due', value: 'week' },
  { label: 'No label', field: 'label', value: 'None' },
]

function shortcutsOf(set: FilterSet, filters: readonly Filter[], isSignedIn: boolean): readonly Option[] {
  // To-dos are about oneself.
  if (!set.fields.some(({ key }) => key === 'assignee')) return []
  return usual
    .filter(({ field }) => set.fields.some(({ key }) => key === field))
    .filter(({ value }) => isSignedIn || value !== '@me')
    .slice(0, 5)
    .filter(({ field, value }) => !filters.some(filter => filter.field === field && filter.value === value))
    .map(({ label, field, value }) => ({ id: `filter:${field}:${value}`, text: label, group: 'Shortcuts' }))
}

/** The suggestions under the filter bar: fields, then operators, then values. Each kind of value is requested once. */
export function useSuggestions(
  namespace: Place | null,
  draft: Draft | null,
  text: string,
  isSignedIn: boolean,
  set: FilterSet,
  filters: readonly Filter[],
): Suggestions {
  const typed = text.trim()
  const [asked, isPausing] = useSearchText(typed)
  const wantsValues = draft !== null && draft.how !== null
  const chosen = draft === null ? undefined : fieldOf(draft.field, set)
  const wants = (isWanted: boolean | undefined) => wantsValues && namespace !== null && isWanted === true
  const isGroup = namespace?.kind === 'group'
  const given = draft === null ? undefined : set.values?.[draft.field]
  const found = { namespace: namespace?.fullPath ?? '', ...(asked === '' ? {} : { search: asked }) }
  const reads = (isWanted: boolean) => ({ enabled: isWanted, keepPrevious: true })
  const people = useReading(
    autocompleteUsers,
    {
      ...(isGroup ? { groupId: namespace.id } : { projectId: namespace?.id ?? 0 }),
      search: asked,
      currentUser: true,
      active: true,
    },
    reads(wants(chosen && isPerson(chosen))),
  )
  const labels = useReading(listLabelOptions, found, reads(wants(chosen?.value === 'titles' && !isGroup)))
  const groupLabels = useReading(listGroupLabelOptions, found, reads(wants(chosen?.value === 'titles' && isGroup)))
  const milestones = useReading(listMilestoneOptions, found, reads(wants(draft?.field === 'milestone' && !isGroup)))
  const field = draft !== null && isById(draft.field) ? draft.field : undefined
  const byId = useReading(
    isGroup ? listGroupFilterOptions : listProjectFilterOptions,
    { id: namespace?.fullPath ?? '', ...(field && { field }), search: asked },
    reads(wants(field !== undefined)),
  )
  const groupMilestones = useReading(
    listGroupMilestoneOptions,
    found,
    reads(wants(draft?.field === 'milestone' && isGroup)),
  )
  const refs = useReading(codeRefs, found, reads(wants(draft?.field === 'release' && !isGroup)))

  if (draft === null || chosen === undefined) {
    const known = set.fields.filter(
      ({ needs }) => (isSignedIn || needs !== 'viewer') && (namespace?.readsContacts || needs !== 'contacts'),
    )
    const options = known.map(field => ({ id: `field:${field.key}`, text: field.label }))
    const shortcuts = shortcutsOf(set, filters, isSignedIn)
    if (typed === '') return { options: [...shortcuts, ...options], isLoading: false }
    const begins = ({ text: label }: Option) => searchText(label).startsWith(searchText(typed))
    const found = matching([...options, ...shortcuts], text)
    const first = found.filter(begins)
    if (first.length === 0) return { options: found, isLoading: false }
    const search = { id: 'search:', text: `Search for “${typed}”`, group: '' }
    return { options: [...first, ...found.filter(each => !begins(each)), search], isLoading: false, isBest: true }
  }
  if (draft.how === null) {
    const options = chosen.hows.map(how => ({ id: `operator:${how}`, text: how }))
    return { options: matching(options, text), isLoading: false }
  }
  if (isByDay(draft.how)) return { options: dayOptions(draft.field, text), isLoading: false }
  const special = (set.specials[draft.field] ?? []).filter(
    ({ value }) => draft.how === 'is' || (draft.how !== null && canCombine(draft.field, value, draft.how)),
  )
  const fixed: readonly Option[] = [
    ...(draft.how === 'is one of' && draft.hasValues ? [{ id: 'done:', text: 'Done' }] : []),
    ...(isPerson(chosen) && isSignedIn && draft.field !== 'approver' ? [me] : []),
    ...special.map(each => ({ id: `value:${each.value}`, text: each.label })),
  ]
  const values = (options: readonly Option[] | undefined, isLoading: boolean) => ({
    options: matching([...fixed, ...(options ?? []).map(option => ({ ...option, group: chosen.label }))], text),
    isLoading,
  })
  if (given !== undefined)
    return values(
      given.map(({ value, label }) => ({ id: `value:${value}`, text: label })),
      false,
    )
  if (draft.field === 'milestone') {
    const query = isGroup ? groupMilestones : milestones
    return values(
      query.data?.map(milestone => ({
        id: `value:${milestone.title}`,
        text: milestone.expired ? `${milestone.title} (expired)` : milestone.title,
      })),
      query.isFetching || isPausing,
    )
  }
  if (draft.field === 'release') {
    const tags = new Set([...(typed === '' ? [] : [typed]), ...(refs.data?.tags ?? [])])
    return values(
      Array.from(tags, tag => ({ id: `value:${tag}`, text: tag })),
      refs.isFetching || isPausing,
    )
  }
  if (draft.field === 'reaction')
    return values(
      reactions.map(name => ({ id: `value:${name}`, text: name })),
      false,
    )
  switch (chosen.value) {
    case 'person':
    case 'people':
      return {
        options: [
          ...matching(fixed, text),
          ...(people.data ?? []).map(person => ({
            ...personOption(person),
            id: `value:${person.username}`,
            text: person.name,
            group: 'People',
          })),
        ],
        isLoading: people.isFetching || isPausing,
      }
    case 'titles': {
      const query = isGroup ? groupLabels : labels
      return values(
        query.data?.map(label => ({
          id: `value:${filterTitle(label.title)}`,
          text: label.title,
          leading: <Swatch color={label.color} />,
        })),
        query.isFetching || isPausing,
      )
    }
    case 'ids':
    case 'ref':
    case 'refOrWord':
      return {
        options: [
          ...matching(fixed, text),
          ...(byId.data ?? []).map(({ id, name, detail }) => ({
            id: `value:${id}`,
            text: name,
            ...(detail !== null && { detail }),
            group: chosen.label,
          })),
        ],
        isLoading: byId.isFetching || isPausing,
      }
    case 'count': {
      const further = /^\d{1,9}$/.test(typed) && !counts.includes(typed) ? [typed] : []
      return values(
        [...counts, ...further].map(count => ({ id: `value:${count}`, text: count })),
        false,
      )
    }
    case 'text':
      return { options: typed === '' ? [] : [{ id: `value:${typed}`, text: typed }], isLoading: false }
    default:
      return { options: matching(fixed, text), isLoading: false }
  }
}
