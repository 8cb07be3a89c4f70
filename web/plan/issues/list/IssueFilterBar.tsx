import { type RefObject, useState } from 'react'
import { usePageSearch, useSetSearch } from '#web/api/route.tsx'
import type { Search } from '#web/api/router/search.ts'
import { useViewer } from '#web/api/viewer.ts'
import type { Place } from '#web/plan/shapes.ts'
import { FilterBar } from '#web/ui/forms/lists/FilterBar.tsx'
import { type FieldKey, type Filter, fieldOf, filtersOf, nameOf, withFilter, wordsOf } from './filters.ts'
import { changed } from './list-address.ts'
import { type Draft, useSuggestions } from './suggestions.tsx'

interface IssueFilterBarProps {
  readonly namespace: Place
  readonly inputRef: RefObject<HTMLInputElement | null>
}

/** The filters of the list, kept in the address: they can be shared, and the way back takes them back. */
export function IssueFilterBar({ namespace, inputRef }: IssueFilterBarProps) {
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
  const filters = filtersOf(search)
  const suggestions = useSuggestions(namespace, draft, text, user !== null)

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
    show(wordsOf(withFilter(filters, filter)))
  }

  function pick(id: string) {
    const [kind, ...rest] = id.split(':')
    const value = rest.join(':')
    if (kind === 'field') {
      // The list offered it.
      const field = value as FieldKey
      begin({ field, negated: fieldOf(field).canNegate ? null : false })
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
      label="Search or filter issues"
      placeholder="Search or filter issues"
      inputRef={inputRef}
      tokens={filters.map(filter => ({
        key: keyOf(filter),
        field: fieldOf(filter.field).label,
        operator: filter.negated ? 'is not' : 'is',
        value: nameOf(filter),
      }))}
      draft={
        draft && {
          field: fieldOf(draft.field).label,
          ...(draft.negated === null ? {} : { operator: draft.negated ? 'is not' : 'is' }),
        }
      }
      text={text}
      onText={setText}
      suggestions={suggestions.options}
      loading={suggestions.isLoading}
      onPick={pick}
      onRemove={key => show(wordsOf(filters.filter(filter => keyOf(filter) !== key)))}
      onDropDraft={() => begin(null)}
      onOpen={key => {
        const filter = filters.find(each => keyOf(each) === key)
        if (!filter) return
        show(wordsOf(filters.filter(each => each !== filter)))
        begin({ field: filter.field, negated: filter.negated })
      }}
      onClear={() => {
        begin(null)
        setWritten({ asked, text: '' })
        show({ ...wordsOf([]), search: undefined })
      }}
      onSubmit={submit}
    />
  )
}

const keyOf = ({ field, negated, value }: Filter): string => `${field} ${negated} ${value}`
