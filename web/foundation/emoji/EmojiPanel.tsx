import { SearchIcon } from '@primer/octicons-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { useId } from '#web/ui/use-id.tsx'
import { CategoryTabs } from './CategoryTabs.tsx'
import { EmojiGrid } from './EmojiGrid.tsx'
import styles from './EmojiPicker.module.css'
import { type Emoji, type EmojiTable, inTone } from './emoji-table.ts'
import { offeredFirst, useEmojiTable } from './emojis.ts'
import { keepTone, keptTone, namesIn, withName, writeNames, writtenNames } from './frequent.ts'
import { columns, type Row, rowsFound, rowsOfTable, type Section, sections } from './rows.ts'
import { SkinTones } from './SkinTones.tsx'

/** The pause in typing after which the search starts. @source EMOJI-007 */
const searchDelayMs = 500

/** The inside of the picker. */
export function EmojiPanel({ onPick }: { readonly onPick: (name: string) => void }) {
  const { data: table, isError } = useEmojiTable(true)
  const [typed, setTyped] = useState('')
  const [query, setQuery] = useState('')
  const [tone, setTone] = useState(keptTone)
  const [shown, setShown] = useState<Emoji | null>(null)
  const [section, setSection] = useState<Section>(sections[0])
  const search = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const panelId = useId()
  const rows = useMemo(() => (table ? rowsFor(table, query) : []), [table, query])

  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed.trim()), typed.trim() === '' ? 0 : searchDelayMs)
    return () => clearTimeout(timer)
  }, [typed])

  function pick(emoji: Emoji) {
    if (table) writeNames(withName(usedNames(table), emoji.name))
    onPick(inTone(emoji, tone).name)
  }

  function onSearchKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const wanted = typed.trim()
    if (event.key === 'Enter') {
      const first = wanted === '' || !table ? undefined : firstOf(rowsFor(table, wanted))
      if (first) pick(first)
      return
    }
    // A user who moves on to the list wants the current results.
    flushSync(() => setQuery(wanted))
    list.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus()
  }

  function goTo(wanted: Section) {
    flushSync(() => {
      setTyped('')
      setQuery('')
      setSection(wanted)
    })
    const heading = table && rowsFor(table, '').find(row => row.section === wanted)
    if (heading) list.current?.scrollTo({ top: heading.topPx })
  }

  return (
    <>
      <div className={styles.search}>
        <TextInput
          ref={search}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          aria-label="Search emoji"
          placeholder="Search"
          leading={<SearchIcon />}
          value={typed}
          onValue={setTyped}
          onKeyDown={onSearchKey}
        />
      </div>
      <CategoryTabs active={query === '' ? section : null} panelId={panelId} onSection={goTo} />
      <EmojiGrid
        key={query}
        id={panelId}
        ref={list}
        label={query === '' ? section : 'Found'}
        rows={rows}
        tone={tone}
        onPick={pick}
        onShow={setShown}
        onSection={setSection}
        onLeave={typedKey => {
          search.current?.focus()
          if (typedKey !== null) setTyped(before => before + typedKey)
        }}
      >
        {table === undefined && !isError && <Skeleton rows={6} label="Loading emoji" />}
        {isError && (
          <p role="alert" className={styles.empty}>
            We encountered an error while adding the remaining categories.
          </p>
        )}
        {table !== undefined && rows.length === 0 && <p className={styles.empty}>No emoji found</p>}
      </EmojiGrid>
      <div className={styles.foot}>
        <p aria-hidden="true" className={styles.preview}>
          {shown && (
            <>
              <span className={styles.sign}>{inTone(shown, tone).unicode}</span>
              <span className={styles.name}>:{inTone(shown, tone).name}:</span>
            </>
          )}
        </p>
        <SkinTones
          value={tone}
          onValue={next => {
            keepTone(next)
            setTone(next)
          }}
        />
      </div>
      <span role="status" className={styles.hidden}>
        {query !== '' && table && (rows.length === 0 ? 'No emoji found' : `${countOf(rows)} emoji found`)}
      </span>
    </>
  )
}

const rowsFor = (table: EmojiTable, query: string): readonly Row[] =>
  query === '' ? rowsOfTable(table, usedIn(table)) : rowsFound(table, query)

const usedNames = (table: EmojiTable) => namesIn(writtenNames(), name => table.byName.get(name)?.name)

/** The emoji used last, filled up with the usual ones. */
function usedIn(table: EmojiTable): readonly Emoji[] {
  const byName = new Map(table.all.map(emoji => [emoji.name, emoji]))
  const names = [...new Set([...usedNames(table), ...offeredFirst])]
  return names.flatMap(name => byName.get(name) ?? []).slice(0, columns)
}

const firstOf = (rows: readonly Row[]): Emoji | undefined =>
  rows.flatMap(row => (row.kind === 'emojis' ? row.emojis : []))[0]

const countOf = (rows: readonly Row[]): number =>
  rows.reduce((sum, row) => sum + (row.kind === 'emojis' ? row.emojis.length : 0), 0)
