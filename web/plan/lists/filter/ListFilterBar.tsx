import { type RefObject, useState } from 'react'
import { isWhen } from '#contract/plan/lists/when-words.ts'
import { listGroupFilterOptions, listProjectFilterOptions } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { usePageSearch, useSetSearch } from '#web/api/route.tsx'
import type { Search } from '#web/api/router/search.ts'
import { useViewer } from '#web/api/viewer.ts'
import type { Place } from '#web/plan/shapes.ts'
import { FilterBar } from '#web/ui/forms/lists/FilterBar.tsx'
import { patiently } from '#web/ui/patiently.ts'
import { changed } from '../list-address.ts'
import {
  type FieldKey,
  type Filter,
  type FilterSet,
  fieldOf,
  filtersOf,
  type How,
  isByDay,
  isById,
  issueFilterSet,
  nameOf,
  withFilter,
  wordsOf,
} from './filters.ts'
import { type Draft, useSuggestions } from './suggestions.tsx'

/** A text that may name a field: `label:bug`. */
const hasTerm = /(^|[\s(-])[a-z][\w-]*:/i

interface ListFilterBarProps {
  /** The plural noun of the rows: `issues`. */
  readonly noun?: string
  readonly set?: FilterSet
  /** Null if the set has the values of all its filters. */
  readonly namespace: Place | null
  /** The parameters of the list, if they are not those of the address: the query of a view. */
  readonly search?: Search
  readonly inputRef: RefObject<HTMLInputElement | null>
}

/** The filters of the list, kept in the address: they can be shared, and the way back takes them back. */
export function ListFilterBar({
  noun = 'issues',
  set = issueFilterSet,
  namespace,
  search: shown,
  inputRef,
}: ListFilterBarProps) {
  const address = usePageSearch()
  const search = shown ?? address
  const setSearch = useSetSearch()
  const { user } = useViewer()
  const asked = typeof search.search === 'string' ? search.search : ''
  const [written, setWritten] = useState({ asked, text: asked })
  const [draft, setDraft] = useState<Draft | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // The way back changes the address under the box: the box follows.
  if (written.asked !== asked) setWritten({ asked, text: asked })
  const { text } = written
  const setText = (next: string) => {
    setProblem(null)
    setWritten({ asked, text: next })
  }
  const filters = filtersOf(search, set)
  const name = useFilterNames(namespace, filters, set)
  const drafted = filters.filter(
    filter => draft?.how === 'is one of' && filter.how === draft.how && filter.field === draft.field,
  )
  const suggestions = useSuggestions(
    namespace,
    draft && { ...draft, hasValues: drafted.length > 0 },
    text,
    user !== null,
    set,
    filters,
  )

  function show(words: Readonly<Record<string, Search[string] | undefined>>, options?: { readonly replace: boolean }) {
    setSearch(changed(search, words, set.usualState), options)
  }

  function begin(next: Draft | null) {
    setDraft(next)
    // The searched text stays in the address while a token is written.
    setText(next === null ? asked : '')
  }

  function put(next: readonly Filter[], options?: { readonly replace: boolean }) {
    show(wordsOf(next, set), options)
  }

  function add(filter: Filter) {
    if (isByDay(filter.how) && !isWhen(filter.value)) return
    if (filter.how !== 'is one of') {
      begin(null)
      return put(withFilter(filters, filter, set))
    }
    // Further values can follow; one that is chosen again goes.
    setText('')
    const others = filters.filter(each => !isSame(each, filter))
    // One step back in the browser history removes all values of a token.
    put(others.length < filters.length ? others : withFilter(filters, filter, set), { replace: drafted.length > 0 })
  }

  function pick(id: string) {
    const [kind, ...rest] = id.split(':')
    const value = rest.join(':')
    if (kind === 'field') {
      // The list offered it.
      const field = value as FieldKey
      const [how, ...others] = fieldOf(field, set).hows
      begin({ field, how: others.length === 0 ? (how ?? null) : null })
    } else if (kind === 'done') begin(null)
    else if (kind === 'search') submit()
    else if (kind === 'filter') {
      // The list offered it.
      const [field, ...words] = rest
      add({ field: field as FieldKey, how: 'is', value: words.join(':') })
    } else if (kind === 'operator' && draft) begin({ ...draft, how: value as How })
    else if (draft) add({ field: draft.field, how: draft.how ?? 'is', value })
  }

  /** Read filters that are written as text. Invalid text stays in the field. */
  async function take(query: string): Promise<void> {
    const { readQuery } = await patiently(() => import('./query-text.ts'))
    const read = readQuery(query, set, filters)
    switch (read.kind) {
      case 'plain':
        return show({ search: query })
      case 'wrong':
        return setProblem(read.problem)
      case 'read': {
        setText('')
        return show({
          ...wordsOf(read.filters, set),
          search: read.search === '' ? undefined : read.search,
          ...(read.state !== null && { state: read.state === (set.usualState ?? 'opened') ? undefined : read.state }),
        })
      }
      default:
        return read satisfies never
    }
  }

  function submit() {
    const value = text.trim()
    if (draft === null && hasTerm.test(value)) void take(value)
    else if (draft === null) show({ search: value === '' ? undefined : value })
    else if (value === '') begin(null)
    else if (draft.how !== null) add({ field: draft.field, how: draft.how, value })
  }

  const tokens = tokensOf(filters.filter(filter => !drafted.includes(filter)))
  return (
    <FilterBar
      label={`Search or filter ${noun}`}
      placeholder={`Search or filter ${noun}`}
      inputRef={inputRef}
      tokens={tokens.map(({ key, of: [first, ...others] }) => ({
        key,
        field: fieldOf(first.field, set).label,
        operator: first.how,
        value: [first, ...others].map(name).join(', '),
      }))}
      draft={
        draft && {
          field: fieldOf(draft.field, set).label,
          ...(draft.how === null ? {} : { operator: operatorOf(draft.how) }),
        }
      }
      text={text}
      onText={setText}
      suggestions={suggestions.options}
      {...(draft?.how === 'is one of' && { selected: drafted.map(({ value }) => `value:${value}`) })}
      loading={suggestions.isLoading}
      {...(draft?.how && hintOf({ ...draft, how: draft.how }, text))}
      onPick={pick}
      onRemove={key => put(filters.filter(filter => keyOf(filter) !== key))}
      onDropDraft={() => begin(null)}
      onOpen={key => {
        const filter = filters.find(each => keyOf(each) === key)
        if (!filter) return
        if (filter.how !== 'is one of') put(filters.filter(each => each !== filter))
        begin({ field: filter.field, how: filter.how })
      }}
      onClear={() => {
        begin(null)
        setWritten({ asked, text: '' })
        show({ ...wordsOf([], set), search: undefined })
      }}
      onSubmit={submit}
      isBest={suggestions.isBest}
      problem={problem}
      onPaste={pasted => {
        if (draft !== null || text.trim() !== '' || !hasTerm.test(pasted)) return false
        setText(pasted)
        void take(pasted.trim())
        return true
      }}
    />
  )

  /** The operator of the token being written, with the values that it has so far. */
  function operatorOf(how: How): string {
    return [how, drafted.map(name).join(', ')].filter(Boolean).join(' ')
  }
}

/** The hint for a value that has no choices. */
function hintOf({ field, how }: { readonly field: FieldKey; readonly how: How }, text: string): { empty?: string } {
  if (isByDay(how)) return { empty: 'Enter a day, such as 2026-11-21, today, -7d or +2w.' }
  const isBranch = field === 'target' || field === 'source'
  return isBranch && text.trim() === '' ? { empty: 'Enter the name of a branch.' } : {}
}

/** Names of the values of filters. The names of ids are read from the server. */
function useFilterNames(
  namespace: Place | null,
  filters: readonly Filter[],
  set: FilterSet,
): (filter: Filter) => string {
  const refs = filters
    .filter(({ field, value }) => isById(field) && /^\d/.test(value))
    .map(({ field, value }) => `${field}:${value}`)
  const { data: known = [] } = useReading(
    namespace?.kind === 'group' ? listGroupFilterOptions : listProjectFilterOptions,
    { id: namespace?.fullPath ?? '', refs },
    { enabled: refs.length > 0, keepPrevious: true },
  )
  return filter =>
    known.find(each => each.field === filter.field && String(each.id) === filter.value)?.name ?? nameOf(filter, set)
}

const isSame = (a: Filter, b: Filter): boolean => a.field === b.field && a.how === b.how && a.value === b.value

/** A filter by one of several values is one token. */
const keyOf = ({ field, how, value }: Filter): string =>
  how === 'is one of' ? `${field} ${how}` : `${field} ${how} ${value}`

interface Token {
  readonly key: string
  readonly of: readonly [Filter, ...Filter[]]
}

function tokensOf(filters: readonly Filter[]): readonly Token[] {
  const tokens = new Map<string, [Filter, ...Filter[]]>()
  for (const filter of filters) {
    const key = keyOf(filter)
    const known = tokens.get(key)
    if (known === undefined) tokens.set(key, [filter])
    else known.push(filter)
  }
  return [...tokens].map(([key, of]) => ({ key, of }))
}
