import { CheckIcon } from '@primer/octicons-react'
import { cloneElement, type KeyboardEvent, type ReactElement, type ReactNode, useRef, useState } from 'react'
import { Floating } from '../floating/Floating.tsx'
import type { Placement } from '../floating/placement.ts'
import { anchorOf, type TriggerProps } from '../floating/trigger.ts'
import { KeyHint } from '../text/KeyHint.tsx'
import { useId } from '../use-id.tsx'
import { Anchor } from './Anchor.tsx'
import { isKey } from './keys.ts'
import styles from './Menu.module.css'

interface MenuLine {
  readonly label: string
  readonly icon?: ReactNode
  readonly detail?: string
  readonly keyHint?: string
  readonly tone?: 'plain' | 'danger'
  /** The item stays in its place and says why it cannot be chosen. */
  readonly disabled?: boolean
}

export type MenuItem =
  | (MenuLine & { readonly kind?: 'action'; readonly onSelect: () => void })
  | (MenuLine & { readonly kind: 'link'; readonly href: string; readonly external?: boolean })
  | (MenuLine & { readonly kind: 'check' | 'radio'; readonly checked: boolean; readonly onSelect: () => void })
  | { readonly kind: 'heading'; readonly label: string }
  | { readonly kind: 'separator' }

interface MenuProps extends MenuParts {
  readonly trigger: ReactElement<TriggerProps>
}

interface MenuParts {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly placement?: Placement
  /** Stands above the items, for instance who is signed in. */
  readonly header?: ReactNode
}

/** A button's menu: arrows, Home, End and first letters move in it, Enter and space choose, Escape and Tab leave. */
export function Menu({ trigger, label, items, placement, header }: MenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'menu',
        'aria-expanded': anchor !== null,
        'aria-controls': anchor ? id : undefined,
        onClick: event => setAnchor(anchor ? null : anchorOf(event)),
      })}
      <AnchoredMenu
        id={id}
        anchor={anchor}
        onClose={() => setAnchor(null)}
        label={label}
        items={items}
        {...(placement && { placement })}
        header={header}
      />
    </>
  )
}

interface AnchoredMenuProps extends MenuParts {
  /** Open while there is one. */
  readonly anchor: HTMLElement | null
  readonly onClose: () => void
  readonly id?: string
}

/** The menu alone, beside an element that no component has rendered. */
export function AnchoredMenu({ anchor, onClose, id, label, items, placement, header }: AnchoredMenuProps) {
  const typed = useRef({ text: '', atMs: 0 })

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
    const at = entries.findIndex(entry => entry.matches(':focus'))
    const next = targetOf(event, entries, at, typed.current)
    if (isKey(event, 'Tab')) onClose()
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    next.focus()
  }

  return (
    <>
      <Floating
        anchor={anchor}
        onClose={onClose}
        className={styles.popup}
        {...(placement && { placement })}
        onKeyDown={move}
      >
        {header && <div className={styles.header}>{header}</div>}
        <div id={id} role="menu" aria-label={label} className={styles.menu}>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a menu's items stay in their places while it is open
            <Entry key={index} item={item} onDone={onClose} />
          ))}
        </div>
      </Floating>
    </>
  )
}

function targetOf(
  event: KeyboardEvent,
  entries: readonly HTMLElement[],
  at: number,
  typed: { text: string; atMs: number },
): HTMLElement | undefined {
  switch (event.key) {
    case 'ArrowDown':
      return entries[(at + 1) % entries.length]
    case 'ArrowUp':
      return entries[(at <= 0 ? entries.length : at) - 1]
    case 'Home':
      return entries[0]
    case 'End':
      return entries.at(-1)
    default: {
      if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey)
        return undefined
      const isNewWord = event.timeStamp - typed.atMs > 700
      typed.text = (isNewWord ? '' : typed.text) + event.key.toLowerCase()
      typed.atMs = event.timeStamp
      const from = isNewWord ? at + 1 : Math.max(at, 0)
      const turned = [...entries.slice(from), ...entries.slice(0, from)]
      return turned.find(entry => entry.textContent?.trim().toLowerCase().startsWith(typed.text))
    }
  }
}

function Entry({ item, onDone }: { readonly item: MenuItem; readonly onDone: () => void }) {
  if (item.kind === 'separator') return <hr className={styles.separator} />
  if (item.kind === 'heading') {
    return (
      <div role="presentation" className={styles.heading}>
        {item.label}
      </div>
    )
  }
  const face = (
    <>
      <span className={styles.icon}>
        {item.kind === 'check' || item.kind === 'radio' ? item.checked && <CheckIcon /> : item.icon}
      </span>
      <span className={styles.text}>
        {item.label}
        {item.detail && <span className={styles.detail}>{item.detail}</span>}
      </span>
      {item.keyHint && <KeyHint keys={item.keyHint} />}
    </>
  )
  const common = {
    tabIndex: -1,
    className: styles.item,
    'data-tone': item.tone,
    'aria-disabled': item.disabled || undefined,
    'aria-keyshortcuts': item.keyHint,
  }
  if (item.kind === 'link') {
    return (
      <Anchor
        {...common}
        role="menuitem"
        href={item.href}
        onClick={onDone}
        {...(item.external && { target: '_blank', rel: 'noopener' })}
      >
        {face}
      </Anchor>
    )
  }
  const select = () => {
    if (item.disabled) return
    // Several can be checked in one go.
    if (item.kind !== 'check') onDone()
    item.onSelect()
  }
  if (item.kind === 'check') {
    return (
      <button {...common} type="button" role="menuitemcheckbox" aria-checked={item.checked} onClick={select}>
        {face}
      </button>
    )
  }
  if (item.kind === 'radio') {
    return (
      <button {...common} type="button" role="menuitemradio" aria-checked={item.checked} onClick={select}>
        {face}
      </button>
    )
  }
  return (
    <button {...common} type="button" role="menuitem" onClick={select}>
      {face}
    </button>
  )
}
