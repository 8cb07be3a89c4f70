import type { KeyboardEvent } from 'react'
import styles from './EmojiPicker.module.css'
import { type Section, sections } from './rows.ts'

const signs: Readonly<Record<Section, string>> = {
  'Frequently used': '🕘',
  Activity: '⚽',
  People: '😀',
  Nature: '🐻',
  Food: '🍔',
  Travel: '🚗',
  Objects: '💡',
  Symbols: '💗',
  Flags: '🚩',
}

interface CategoryTabsProps {
  /** The one in sight; null while something is searched for. */
  readonly active: Section | null
  readonly panelId: string
  readonly onSection: (section: Section) => void
}

/** The parts of the list: a press goes to one, and the one in sight is marked. */
export function CategoryTabs({ active, panelId, onSection }: CategoryTabsProps) {
  function move(event: KeyboardEvent<HTMLElement>, at: number) {
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: sections.length - 1 }[event.key]
    const section = next === undefined ? undefined : sections[(next + sections.length) % sections.length]
    if (section === undefined) return
    event.preventDefault()
    onSection(section)
    const tabs = event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=tab]')
    tabs?.[sections.indexOf(section)]?.focus()
  }

  return (
    <div role="tablist" aria-label="Categories" className={styles.tabs}>
      {sections.map((section, at) => (
        <button
          key={section}
          type="button"
          role="tab"
          aria-label={section}
          title={section}
          aria-selected={section === active}
          aria-controls={panelId}
          tabIndex={section === (active ?? sections[0]) ? 0 : -1}
          className={styles.tab}
          onClick={() => onSection(section)}
          onKeyDown={event => move(event, at)}
        >
          <span aria-hidden="true">{signs[section]}</span>
        </button>
      ))}
    </div>
  )
}
