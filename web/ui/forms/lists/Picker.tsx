import { PlusIcon, SearchIcon } from '@primer/octicons-react'
import { type ReactNode, useState } from 'react'
import { isKey } from '#web/ui/actions/keys.ts'
import { TextInput } from '../TextInput.tsx'
import {
  type CreateRow,
  canCreate,
  createId,
  exactFirst,
  grouped,
  matching,
  type Option,
  presentIndex,
  unknownId,
} from './choice-list.ts'
import { useListbox } from './listbox.ts'
import { OptionList } from './OptionList.tsx'
import styles from './Picker.module.css'

interface PickerProps {
  /** Names the search and the list: "Assignees". */
  readonly label: string
  readonly options: readonly Option[]
  readonly selected: readonly string[]
  readonly multiple?: boolean
  /** All that is selected then, in the order picked. A single picker reports one id, or none for its `none` row. */
  readonly onChange: (selected: readonly string[]) => void
  /** Called by the page's own search (the options are its results); without it the given options are searched here. */
  readonly onQuery?: (query: string) => void
  /** The initial query. */
  readonly startQuery?: string
  /** Called when the list is scrolled to its end, if there are more than the given options. */
  readonly onMore?: (() => void) | undefined
  readonly loading?: boolean
  /**
   * The options given already match the typed text, also during a search with `onQuery`: Enter takes the first one
   * immediately.
   */
  readonly narrowed?: boolean
  readonly empty?: string
  /** A first row that clears: "No milestone". */
  readonly none?: string
  /** Called for the row for none, which is then the last one and is never ticked. */
  readonly onNone?: (() => void) | undefined
  /** A last row that makes what was typed: `{ label: text => `Create label "${text}"`, run }`. */
  readonly create?: CreateRow
  /** Names the search, in its box too: "Search milestones". */
  readonly placeholder?: string
  readonly footer?: ReactNode
  /** Called by Escape, Tab or Ctrl+Enter: the choice stays. */
  readonly onClose?: () => void
}

const noneId = '\u0000none'

/** A search over a list, open in its place: the body of a sidebar's editor or of a popover. */
export function Picker(props: PickerProps) {
  const {
    label,
    options,
    selected,
    multiple,
    onChange,
    onQuery,
    loading,
    none,
    onNone,
    create,
    footer,
    empty = 'No matches',
  } = props
  const [query, setQuery] = useState(props.startQuery ?? '')
  const found = exactFirst(onQuery ? options : matching(options, query), query)
  const shown: readonly Option[] = [
    ...(none && !onNone && query === '' ? [{ id: noneId, text: none }] : []),
    ...grouped(found).flatMap(group => group.options.map(({ option }) => option)),
    // The typed name may exist: an arrow key and Enter must not create it again before the answer.
    ...(create && !loading && canCreate(options, query)
      ? [{ id: createId, text: create.label(query.trim()), leading: <PlusIcon />, group: '' }]
      : []),
    ...(none && onNone && query === '' && !loading ? [{ id: noneId, text: none, group: '' }] : []),
  ]
  const listbox = useListbox({
    count: shown.length,
    ids: shown.map(option => option.id),
    onPick: pick,
    onNone: () => search(query + listbox.ahead),
    query,
    first: query === '' ? firstIndex() : 0,
    isLate: query !== '' && (loading ?? false) && !(props.narrowed && found.length > 0),
  })

  /**
   * The index of the first choice if there are several items; never the row that clears, which stands alone until the
   * others have come.
   */
  function firstIndex(): number {
    if (selected[0] !== unknownId) return presentIndex(shown, selected)
    return loading ? -1 : shown.findIndex(option => option.id !== noneId)
  }

  const words = props.placeholder ?? `Search ${label.toLowerCase()}`

  function search(text: string) {
    setQuery(text)
    onQuery?.(text)
  }

  /** @param isLast  by Ctrl+Enter, which adds what was typed and takes nothing back */
  function pick(index: number, isLast = false) {
    const option = shown[index]
    if (!option || option.disabled) return
    if (isLast && option.id === createId) return create?.run(query.trim())
    if (isLast) {
      const isNew = option.id !== noneId && !selected.includes(option.id)
      if (isNew) onChange(multiple ? [...selected, option.id] : [option.id])
      // A choice among others closes its list itself.
      if (multiple || !isNew) props.onClose?.()
      return
    }
    if (option.id === createId) create?.run(query.trim())
    else if (option.id === noneId) onNone ? onNone() : onChange([])
    else if (!multiple) onChange([option.id])
    else if (selected.includes(option.id)) onChange(selected.filter(id => id !== option.id))
    else onChange([...selected, option.id])
    if (query !== '') search(listbox.next)
  }

  return (
    <div className={styles.picker}>
      <div className={styles.search}>
        <TextInput
          {...listbox.inputProps}
          data-autofocus
          autoFocus
          aria-label={words}
          placeholder={words}
          value={query + listbox.ahead}
          leading={<SearchIcon />}
          onChange={event => (multiple && listbox.typeAhead(event.target.value)) || search(event.target.value)}
          onKeyDown={event => {
            const isDone = isKey(event, 'Enter') && (event.ctrlKey || event.metaKey)
            // The user has not asked for the highlighted row if nothing is typed.
            if (!(isDone && query === '') && listbox.onKey(event)) return
            // Elements below the list are reached by Tab.
            const leaves = isKey(event, 'Tab') && (event.shiftKey || !footer)
            if (!isDone && !leaves && event.key !== 'Escape') return
            if (props.onClose === undefined && event.key !== 'Escape') return
            event.preventDefault()
            event.stopPropagation()
            if (event.key === 'Escape' && query !== '') search('')
            else props.onClose?.()
          }}
        />
      </div>
      <div className={styles.scroll}>
        {found.length === 0 && shown.length > 0 && query !== '' && !loading && (
          <p role="status" className={styles.nothing}>
            {empty}
          </p>
        )}
        <OptionList
          label={label}
          listbox={listbox}
          options={shown}
          selected={none && !onNone && selected.length === 0 ? [noneId] : selected}
          multiple={multiple ?? false}
          loading={loading ?? false}
          empty={empty}
          onPick={pick}
          onMore={props.onMore}
        />
      </div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </div>
  )
}
