import styles from './KeyHint.module.css'

interface KeyHintProps {
  /**
   * The keys in the syntax of `aria-keyshortcuts`: `Mod+K`, `Shift+?`, `G I` for one after the other. `Mod` is ⌘ on a
   * Mac, else Ctrl.
   */
  readonly keys: string
  /** Whether it is on a dark background. */
  readonly inverse?: boolean
}

const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')

export function KeyHint({ keys, inverse }: KeyHintProps) {
  return (
    <span className={styles.keys} data-inverse={inverse || undefined} aria-hidden="true">
      {keys.split(/[ +]/).map((key, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the keys of one hint never change places
        <kbd key={index}>{glyphOf(key)}</kbd>
      ))}
    </span>
  )
}

const glyphs: Readonly<Record<string, string>> = {
  Mod: isApple ? '⌘' : 'Ctrl',
  ...(isApple && { Shift: '⇧', Alt: '⌥' }),
  Enter: '↵',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
}

const glyphOf = (key: string): string => glyphs[key] ?? (key.length === 1 ? key.toUpperCase() : key)
