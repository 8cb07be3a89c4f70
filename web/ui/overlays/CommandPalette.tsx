import { SearchIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { Spinner } from '../actions/Spinner.tsx'
import { grouped, type Option } from '../forms/lists/choice-list.ts'
import { useListbox } from '../forms/lists/listbox.ts'
import { OptionList } from '../forms/lists/OptionList.tsx'
import { KeyHint } from '../text/KeyHint.tsx'
import styles from './CommandPalette.module.css'
import { Dialog } from './Dialog.tsx'

interface CommandPaletteProps {
  /** Names the dialog and its field. */
  readonly label?: string
  readonly query: string
  readonly onQuery: (query: string) => void
  /** The results, best first, each with its group. */
  readonly options: readonly Option[]
  readonly loading?: boolean
  /** The first option answers an older query: Enter waits for the answer to this one. */
  readonly isLate?: boolean
  readonly empty?: string
  readonly placeholder?: string
  /** Called with the picked option. With the modifier key, the page may open it in another tab. */
  readonly onPick: (id: string, how: { readonly inNewTab: boolean }) => void
  readonly onClose: () => void
  /** Above the list, for instance where it searches. */
  readonly scope?: ReactNode
}

/** Search and commands in one place. It knows how to look and to move, the page knows what is found. */
export function CommandPalette(props: CommandPaletteProps) {
  const {
    query,
    onQuery,
    options,
    loading = false,
    isLate = false,
    empty = 'No results',
    onPick,
    onClose,
    scope,
  } = props
  const label = props.label ?? 'Search and commands'
  const shown = grouped(options).flatMap(group => group.options.map(({ option }) => option))
  const pick = (index: number, inNewTab: boolean) => {
    const option = shown[index]
    if (option && !option.disabled) onPick(option.id, { inNewTab })
  }
  const listbox = useListbox({ count: shown.length, onPick: pick, query, isLate })
  return (
    <Dialog bare title={label} size="l" onClose={onClose} className={styles.palette}>
      <div className={styles.search}>
        {loading ? <Spinner /> : <SearchIcon className={styles.icon} />}
        <input
          {...listbox.inputProps}
          data-autofocus
          type="text"
          dir="auto"
          aria-label={label}
          placeholder={props.placeholder ?? 'Search or jump to…'}
          spellCheck={false}
          value={query}
          className={styles.input}
          onChange={event => onQuery(event.target.value)}
          onKeyDown={event => {
            listbox.onKey(event)
          }}
        />
        <KeyHint keys="Escape" />
      </div>
      {scope && <div className={styles.scope}>{scope}</div>}
      <div className={styles.scroll}>
        <OptionList
          label="Results"
          listbox={listbox}
          options={shown}
          loading={loading}
          empty={empty}
          onPick={index => pick(index, false)}
        />
      </div>
      <footer className={styles.footer}>
        <span>
          <KeyHint keys="ArrowUp ArrowDown" /> to move
        </span>
        <span>
          <KeyHint keys="Enter" /> to open
        </span>
        <span>
          <KeyHint keys="Mod+Enter" /> in a new tab
        </span>
      </footer>
    </Dialog>
  )
}
