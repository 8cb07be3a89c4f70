import { SearchIcon } from '@primer/octicons-react'
import { type KeyboardEvent, type ReactElement, useDeferredValue, useMemo, useRef, useState } from 'react'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Popover } from '#web/ui/overlays/Popover.tsx'
import type { TriggerProps } from '#web/ui/overlays/trigger.ts'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { ranked } from '../editor/completion.ts'
import styles from './EmojiPicker.module.css'
import { offeredFirst, recentEmojis, rememberEmoji, useEmojis } from './emojis.ts'

interface Emoji {
  readonly name: string
  readonly unicode: string
  readonly description: string
}

interface EmojiPickerProps {
  readonly namespace: string
  readonly trigger: ReactElement<TriggerProps>
  readonly onPick: (name: string) => void
}

/** All emoji in a popup: search, those used last, and the rest. Arrows move through them. */
export function EmojiPicker({ namespace, trigger, onPick }: EmojiPickerProps) {
  return (
    <Popover label="Add reaction" trigger={trigger} padded={false} className={styles.popup ?? ''}>
      {close => (
        <EmojiGrid
          namespace={namespace}
          onPick={name => {
            rememberEmoji(name)
            close()
            onPick(name)
          }}
        />
      )}
    </Popover>
  )
}

const columns = 9
const chunk = columns * 8

function EmojiGrid({ namespace, onPick }: Pick<EmojiPickerProps, 'namespace' | 'onPick'>) {
  const { data, isError } = useEmojis(namespace, true)
  const [query, setQuery] = useState('')
  const wanted = useDeferredValue(query)
  const body = useRef<HTMLDivElement>(null)
  const groups = useMemo(() => groupsOf(data ?? [], wanted), [data, wanted])

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key]
    const buttons = [...(body.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const at = buttons.findIndex(button => button.matches(':focus'))
    const isInSearch = at < 0
    if (event.key === 'Enter' && isInSearch) {
      event.preventDefault()
      buttons[0]?.click()
      return
    }
    if (step === undefined || (isInSearch && step !== columns)) return
    event.preventDefault()
    const next = isInSearch ? 0 : at + step
    if (next < 0) event.currentTarget.querySelector('input')?.focus()
    else buttons[Math.min(next, buttons.length - 1)]?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows of the search and of the buttons arrive here
    <div onKeyDown={move}>
      <div className={styles.search}>
        <TextInput
          data-autofocus
          aria-label="Search emoji"
          placeholder="Search"
          leading={<SearchIcon />}
          value={query}
          onChange={event => setQuery(event.target.value)}
        />
      </div>
      <div ref={body} className={styles.body}>
        {data === undefined && !isError && <Skeleton rows={4} label="Loading emoji" />}
        {isError && <p className={styles.empty}>We encountered an error while adding the remaining categories.</p>}
        {data !== undefined && groups.length === 0 && <p className={styles.empty}>No emoji found</p>}
        {groups.map(group => (
          <section key={group.key} aria-label={group.label} className={styles.group}>
            {group.isTitled && <h3 className={styles.heading}>{group.label}</h3>}
            <div className={styles.grid}>
              {group.emojis.map(emoji => (
                <button
                  key={emoji.name}
                  type="button"
                  tabIndex={-1}
                  title={`:${emoji.name}:`}
                  aria-label={emoji.name.replaceAll('_', ' ')}
                  className={styles.emoji}
                  onClick={() => onPick(emoji.name)}
                >
                  {emoji.unicode}
                </button>
              ))}
            </div>
          </section>
        ))}
      </div>
    </div>
  )
}

interface Group {
  readonly key: string
  readonly label: string
  readonly isTitled: boolean
  readonly emojis: readonly Emoji[]
}

// Parts of a screen's height, so that the browser lays out only those in sight.
function groupsOf(all: readonly Emoji[], query: string): readonly Group[] {
  if (query.trim() !== '') {
    const found = ranked(all, query.trim().replaceAll(':', ''), emoji => [emoji.name, emoji.description], 90)
    return found.length === 0 ? [] : [{ key: 'found', label: 'Found', isTitled: false, emojis: found }]
  }
  const byName = new Map(all.map(emoji => [emoji.name, emoji]))
  const names = [...new Set([...recentEmojis(), ...offeredFirst])].slice(0, columns)
  const first = names.flatMap(name => byName.get(name) ?? [])
  const rest: Group[] = []
  // Letters that make flags of two are no reactions.
  const whole = all.filter(emoji => !/^[\u{1F1E6}-\u{1F1FF}]$/u.test(emoji.unicode))
  for (let at = 0; at < whole.length; at += chunk)
    rest.push({ key: String(at), label: 'All', isTitled: at === 0, emojis: whole.slice(at, at + chunk) })
  return [{ key: 'recent', label: 'Frequently used', isTitled: true, emojis: first }, ...rest]
}
