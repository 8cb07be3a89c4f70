import { SearchIcon, XCircleFillIcon, XIcon } from '@primer/octicons-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { isKey } from '#web/ui/actions/keys.ts'
import { classes } from '#web/ui/classes.ts'
import { Floating } from '#web/ui/floating/Floating.tsx'
import { useId } from '../../use-id.tsx'
import control from '../Control.module.css'
import { grouped, type Option } from './choice-list.ts'
import styles from './FilterBar.module.css'
import { useListbox } from './listbox.ts'
import { OptionList } from './OptionList.tsx'

export interface FilterToken {
  readonly key: string
  /** "Label". */
  readonly field: string
  /** "is", "is not". */
  readonly operator: string
  readonly value: string
  /** A richer value, for instance with its avatar; the words must be in it too. */
  readonly face?: ReactNode
}

interface FilterBarProps {
  readonly label: string
  readonly placeholder?: string
  readonly tokens: readonly FilterToken[]
  /** The token being written: its field, and its operator once it is chosen. */
  readonly draft?: { readonly field: string; readonly operator?: string } | null
  readonly text: string
  readonly onText: (text: string) => void
  readonly suggestions: readonly Option[]
  /** The chosen suggestions, where several can be chosen. */
  readonly selected?: readonly string[]
  readonly loading?: boolean
  /** Stands in place of the suggestions where nothing that is typed for the draft is one. */
  readonly empty?: string
  /** Enter takes the first suggestion also where no token is being written. */
  readonly isBest?: boolean | undefined
  /** The problem of the text. */
  readonly problem?: string | null
  /** @returns whether the pasted text was taken */
  readonly onPaste?: (text: string) => boolean
  readonly onPick: (id: string) => void
  readonly onRemove: (key: string) => void
  readonly onDropDraft?: () => void
  /** Enter or a press on a token: edit it again. */
  readonly onOpen?: (key: string) => void
  readonly onClear: () => void
  /** Enter with nothing highlighted. */
  readonly onSubmit: () => void
  readonly inputRef?: React.Ref<HTMLInputElement>
}

/**
 * A search box with filters in it. The page decides what the words mean; this knows tokens, keys and the list below:
 * Backspace or the left arrow at the start reach the tokens, there the arrows move, Backspace and Delete remove,
 * Enter edits.
 */
export function FilterBar(props: FilterBarProps) {
  const { label, placeholder, tokens, draft, text, suggestions, loading, onText, onPick, onRemove, onClear } = props
  const bar = useRef<HTMLDivElement>(null)
  const problemId = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const shown = grouped(suggestions).flatMap(group => group.options.map(({ option }) => option))
  const listbox = useListbox({
    count: shown.length,
    onPick: pick,
    onNone: submit,
    query: `${draft?.field ?? ''}/${draft?.operator ?? ''}/${text}`,
    first: draft || props.isBest ? 0 : -1,
    isOpen: anchor !== null,
    isLate: text !== '' && (loading ?? false),
  })

  function input(): HTMLInputElement | null {
    return bar.current?.querySelector('input') ?? null
  }

  function submit() {
    setAnchor(null)
    props.onSubmit()
  }

  function pick(index: number) {
    const option = shown[index]
    if (!option || option.disabled) return
    onPick(option.id)
    input()?.focus()
  }

  function focusToken(index: number) {
    const buttons = bar.current?.querySelectorAll<HTMLElement>('[data-token]')
    if (index >= tokens.length) input()?.focus()
    else buttons?.[Math.max(index, 0)]?.focus()
  }

  function onInputKey(event: KeyboardEvent<HTMLInputElement>) {
    const { selectionStart, selectionEnd } = event.currentTarget
    const isAtStart = selectionStart === 0 && selectionEnd === 0
    if (event.key === 'Backspace' && isAtStart && draft) props.onDropDraft?.()
    else if (event.key === 'Backspace' && isAtStart && text === '' && tokens.length > 0)
      onRemove(tokens.at(-1)?.key ?? '')
    else if (event.key === 'ArrowLeft' && isAtStart && tokens.length > 0) focusToken(tokens.length - 1)
    else if (event.key === 'ArrowDown' && !anchor) setAnchor(bar.current)
    else if (anchor && listbox.onKey(event)) return
    else if (isKey(event, 'Enter')) {
      submit()
    } else return
    event.preventDefault()
  }

  function onTokenKey(event: KeyboardEvent<HTMLElement>, token: FilterToken, index: number) {
    if (event.key === 'ArrowLeft') focusToken(index - 1)
    else if (event.key === 'ArrowRight') focusToken(index + 1)
    else if (event.key === 'Backspace' || event.key === 'Delete') {
      onRemove(token.key)
      input()?.focus()
    } else return
    event.preventDefault()
  }

  function open(token: FilterToken) {
    props.onOpen?.(token.key)
    input()?.focus()
    setAnchor(bar.current)
  }

  const isEmpty = tokens.length === 0 && text === '' && !draft
  const isWrong = props.problem != null
  return (
    <>
      <search ref={bar} className={classes(control.control, styles.bar)}>
        <SearchIcon className={styles.icon} />
        <div className={styles.line}>
          {tokens.map((token, index) => (
            <span key={token.key} className={styles.token}>
              <button
                type="button"
                data-token
                tabIndex={-1}
                className={styles.words}
                onClick={() => open(token)}
                onKeyDown={event => onTokenKey(event, token, index)}
              >
                <span className={styles.field}>{token.field}</span>{' '}
                <span className={styles.operator}>{token.operator}</span>{' '}
                <span className={styles.value}>{token.face ?? token.value}</span>
              </button>
              <button
                type="button"
                tabIndex={-1}
                aria-label={`Remove ${token.field} ${token.operator} ${token.value}`}
                className={styles.remove}
                onClick={() => {
                  onRemove(token.key)
                  input()?.focus()
                }}
              >
                <XIcon size={12} />
              </button>
            </span>
          ))}
          {draft && (
            <span className={styles.draft}>
              <span className={styles.field}>{draft.field}</span>
              {draft.operator && <span className={styles.operator}>{draft.operator}</span>}
            </span>
          )}
          <input
            {...listbox.inputProps}
            ref={props.inputRef}
            type="text"
            dir="auto"
            enterKeyHint="search"
            spellCheck={false}
            aria-label={draft ? `${label}: ${draft.field} ${draft.operator ?? ''}` : label}
            placeholder={isEmpty ? placeholder : undefined}
            value={text}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? problemId : undefined}
            className={classes(control.input, styles.input)}
            onPaste={event => {
              if (props.onPaste?.(event.clipboardData.getData('text/plain'))) event.preventDefault()
            }}
            onChange={event => {
              onText(event.target.value)
              setAnchor(bar.current)
            }}
            onClick={() => setAnchor(bar.current)}
            onKeyDown={onInputKey}
          />
        </div>
        {!isEmpty && (
          <IconButton
            label="Clear all filters"
            icon={<XCircleFillIcon />}
            size="s"
            onClick={() => {
              onClear()
              input()?.focus()
            }}
          />
        )}
        <Floating
          anchor={
            shown.length > 0 || loading || (draft && (draft.operator !== undefined || text !== '')) ? anchor : null
          }
          onClose={() => setAnchor(null)}
          focus="none"
          className={styles.popup}
        >
          <OptionList
            label={draft ? draft.field : 'Filters'}
            listbox={listbox}
            options={shown}
            {...(props.selected && { selected: props.selected, multiple: true })}
            loading={loading ?? false}
            empty={props.empty ?? 'No matches'}
            onPick={pick}
          />
        </Floating>
      </search>
      {isWrong && (
        <p id={problemId} role="alert" className={styles.problem}>
          {props.problem}
        </p>
      )}
    </>
  )
}
