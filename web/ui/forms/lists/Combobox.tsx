import { PlusIcon, XIcon } from '@primer/octicons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Floating } from '#web/ui/floating/Floating.tsx'
import control from '../Control.module.css'
import { useField } from '../field.ts'
import styles from './Combobox.module.css'
import {
  type CreateRow,
  canCreate,
  createId,
  exactFirst,
  grouped,
  matching,
  type Option,
  presentIndex,
} from './choice-list.ts'
import { useListbox } from './listbox.ts'
import { OptionList } from './OptionList.tsx'

interface ComboboxProps {
  /** Names it where no `FormField` does, and names its list. */
  readonly label: string
  readonly options: readonly Option[]
  /** The chosen options, complete, because a search result may lack them. */
  readonly selected: readonly Option[]
  readonly multiple?: boolean
  readonly onChange: (selected: readonly Option[]) => void
  /** Called by the page's own search; without it the given options are searched here. */
  readonly onQuery?: (query: string) => void
  /** The user comes to it: time to request the options. */
  readonly onFocus?: () => void
  /** Called when the list is scrolled to its end, if `onQuery` has more than the given options. */
  readonly onMore?: (() => void) | undefined
  readonly loading?: boolean
  /** A last row that makes what was typed: `{ label: text => `Create milestone “${text}”`, run }`. */
  readonly create?: CreateRow | undefined
  readonly placeholder?: string
  readonly empty?: string
  readonly disabled?: boolean
  readonly autoFocus?: boolean
  /** The options for a field that takes more than its list offers. */
  readonly onTyped?: {
    /**
     * Choose what is whole in the text.
     *
     * @param isDone  by Enter: nothing more is typed
     * @returns the text that stays in the field
     */
    readonly take: (text: string, isDone: boolean) => string
    /** Whether a text is complete, so that Enter takes it instead of the first option. */
    readonly isWhole: (text: string) => boolean
  }
}

/** A field of a form: chosen things as chips, a search behind them, a list below. */
export function Combobox(props: ComboboxProps) {
  const { label, options, selected, multiple, onChange, onQuery, loading, create, ...rest } = props
  const { placeholder, empty, disabled, onTyped } = rest
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const field = useField({})
  const found = exactFirst(onQuery ? options : matching(options, query), query)
  const shown: readonly Option[] = [
    ...grouped(found).flatMap(group => group.options.map(({ option }) => option)),
    // The typed name may exist: Enter must not create it again before the search has come back.
    ...(create && !loading && canCreate(options, query)
      ? [{ id: createId, text: create.label(query.trim()), leading: <PlusIcon />, group: '' }]
      : []),
  ]
  const isWhole = onTyped?.isWhole(query) ?? false
  // If Enter may also send the form, an empty field has no highlight.
  const present =
    query === ''
      ? presentIndex(
          shown,
          selected.map(option => option.id),
        )
      : 0
  const first = isWhole || (onTyped && query === '') ? -1 : present
  const listbox = useListbox({
    count: shown.length,
    ids: shown.map(option => option.id),
    onPick: pick,
    onNone: () => listbox.ahead !== '' && search(query + listbox.ahead),
    query,
    first,
    isOpen: anchor !== null,
    isLate: query !== '' && (loading ?? false),
  })

  function search(typed: string) {
    const text = onTyped?.take(typed, false) ?? typed
    setQuery(text)
    onQuery?.(text)
    setAnchor(box.current)
  }

  function pick(index: number) {
    const option = shown[index]
    if (!option || option.disabled) return
    if (option.id === createId) create?.run(query.trim())
    else if (!multiple) onChange([option])
    else if (selected.some(one => one.id === option.id)) onChange(selected.filter(one => one.id !== option.id))
    else onChange([...selected, option])
    // A chosen search result closes the list until the next letter.
    if (!multiple || query !== '') setAnchor(null)
    if (query === '') return
    if (listbox.next !== '') search(listbox.next)
    else {
      setQuery('')
      onQuery?.('')
    }
  }

  function remove(option: Option) {
    onChange(selected.filter(one => one.id !== option.id))
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const last = selected.at(-1)
    if (event.key === 'Backspace' && query === '' && last) remove(last)
    else if (anchor && listbox.onKey(event)) return
    else if (event.key === 'Enter' && onTyped && query.trim() !== '') {
      event.preventDefault()
      search(onTyped.take(query, true))
      setAnchor(null)
    } else if (anchor) return
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setAnchor(box.current)
    }
  }

  const none = empty ?? 'No matches'
  // The rest can be typed: a list without options would only hide the button below it.
  const saysNone = onTyped !== undefined && anchor !== null && query !== '' && shown.length === 0 && !loading

  return (
    <>
      <div
        ref={box}
        className={classes(control.control, styles.box)}
        data-disabled={disabled || undefined}
        data-invalid={field['aria-invalid']}
      >
        {selected.map(option => (
          <span key={option.id} data-token className={styles.chip}>
            {option.leading}
            <span className={styles.text}>{option.text}</span>
            <button
              type="button"
              aria-label={`Remove ${option.text}`}
              disabled={disabled}
              onClick={() => remove(option)}
            >
              <XIcon size={12} />
            </button>
          </span>
        ))}
        <input
          {...listbox.inputProps}
          {...field}
          ref={input}
          dir="auto"
          aria-label={field.id ? undefined : label}
          required={(field.required ?? false) && selected.length === 0}
          disabled={disabled}
          // biome-ignore lint/a11y/noAutofocus: the press that opened the form leads here
          autoFocus={props.autoFocus}
          placeholder={selected.length === 0 ? placeholder : undefined}
          value={query + listbox.ahead}
          className={classes(control.input, styles.input)}
          onFocus={props.onFocus}
          onChange={event => (multiple && listbox.typeAhead(event.target.value)) || search(event.target.value)}
          onPaste={event => {
            const text = event.clipboardData.getData('text/plain')
            // A field of one line would run the lines of a list into one another.
            if (!onTyped || !/\s/.test(text.trim())) return
            event.preventDefault()
            search(`${query}${text.replace(/\s+/g, ' ')} `)
          }}
          onClick={() => setAnchor(box.current)}
          onKeyDown={onKeyDown}
        />
        <Floating
          anchor={saysNone ? null : anchor}
          onClose={() => setAnchor(null)}
          focus="none"
          matchWidth
          className={styles.popup}
        >
          <OptionList
            label={label}
            listbox={listbox}
            options={shown}
            selected={selected.map(option => option.id)}
            multiple={multiple ?? false}
            loading={loading ?? false}
            empty={none}
            onPick={pick}
            onMore={props.onMore}
          />
        </Floating>
      </div>
      {saysNone && (
        <p role="status" className={styles.none}>
          {none}
        </p>
      )}
    </>
  )
}
