import { type RefObject, useState } from 'react'
import { usePageSearch, useSetSearch } from '#web/api/route.tsx'
import type { Search } from '#web/api/router/search.ts'
import { useViewer } from '#web/api/viewer.ts'
import type { Place } from '#web/plan/shapes.ts'
import { FilterBar } from '#web/ui/forms/lists/FilterBar.tsx'
import {
  type FieldKey,
  type Filter,
  type FilterSet,
  fieldOf,
  filtersOf,
  issueFilterSet,
  nameOf,
  withFilter,
  wordsOf,
} from './filters.ts'
import { changed } from './list-address.ts'
import { type Draft, useSuggestions } from './suggestions.tsx'

interface IssueFilterBarProps {
  /** What is listed: `issues`. */
  readonly noun?: string
  readonly set?: FilterSet
  readonly namespace: Place
  readonly inputRef: RefObject<HTMLInputElement | null>
}

/** The filters of the list, kept in the address: they can be shared, and the way back takes them back. */
export function IssueFilterBar({ noun = 'issues', set = issueFilterSet, namespace, inputRef }: IssueFilterBarProps) {
  const search = usePageSearch()
  const setSearch = useSetSearch()
  const { user } = useViewer()
  const asked = typeof search.search === 'string' ? search.search : ''
  const [written, setWritten] = useState({ asked, text: asked })
  const [draft, setDraft] = useState<Draft | null>(null)
  // The way back changes the address under the box: the box follows.
  if (written.asked !== asked) setWritten({ asked, text: asked })
  const { text } = written
  const setText = (next: string) => setWritten({ asked, text: next })
  const filters = filtersOf(search, set)
  const suggestions = useSuggestions(namespace, draft, text, user !== null, set)

  function show(words: Readonly<Record<string, Search[string] | undefined>>) {
    setSearch(changed(search, words))
  }

  function begin(next: Draft | null) {
    setDraft(next)
    // What was searched for stays in the address while a token is written.
    setText(next === null ? asked : '')
  }

  function add(filter: Filter) {
    setDraft(null)
    setText(asked)
    show(wordsOf(withFilter(filters, filter, set), set))
  }

  function pick(id: string) {
    const [kind, ...rest] = id.split(':')
    const value = rest.join(':')
    if (kind === 'field') {
      // The list offered it.
      const field = value as FieldKey
      begin({ field, negated: fieldOf(field, set).canNegate ? null : false })
    } else if (kind === 'operator' && draft) begin({ ...draft, negated: value === 'is not' })
    else if (draft) add({ field: draft.field, negated: draft.negated ?? false, value })
  }

  function submit() {
    const value = text.trim()
    if (draft === null) show({ search: value === '' ? undefined : value })
    else if (draft.negated !== null && value !== '') add({ field: draft.field, negated: draft.negated, value })
  }

  return (
    <FilterBar
      label={`Search or filter ${noun}`}
      placeholder={`Search or filter ${noun}`}
      inputRef={inputRef}
      tokens={filters.map(filter => ({
        key: keyOf(filter),
        field: fieldOf(filter.field, set).label,
        operator: filter.negated ? 'is not' : 'is',
        value: nameOf(filter, set),
      }))}
      draft={
        draft && {
          field: fieldOf(draft.field, set).label,
          ...(draft.negated === null ? {} : { operator: draft.negated ? 'is not' : 'is' }),
        }
      }
      text={text}
      onText={setText}
      suggestions={suggestions.options}
      loading={suggestions.isLoading}
      onPick={pick}
      onRemove={key =>
        show(
          wordsOf(
            filters.filter(filter => keyOf(filter) !== key),
            set,
          ),
        )
      }
      onDropDraft={() => begin(null)}
      onOpen={key => {
        const filter = filters.find(each => keyOf(each) === key)
        if (!filter) return
        show(
          wordsOf(
            filters.filter(each => each !== filter),
            set,
          ),
        )
        begin({ field: filter.field, negated: filter.negated })
      }}
      onClear={() => {
        begin(null)
        setWritten({ asked, text: '' })
        show({ ...wordsOf([], set), search: undefined })
      }}
      onSubmit={submit}
    />
  )
}

const keyOf = ({ field, negated, value }: Filter): string => `${field} ${negated} ${value}`
