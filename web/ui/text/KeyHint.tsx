import styles from './KeyHint.module.css'

interface KeyHintProps {
  /** As `aria-keyshortcuts` has them: `Mod+K`, `Shift+?`, `G I` for one after the other. `Mod` is ⌘ on a Mac, else Ctrl. */
  readonly keys: string
  /** On a dark ground. */
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

function glyphOf(key: string): string {
  switch (key) {
    case 'Mod':
      return isApple ? '⌘' : 'Ctrl'
    case 'Shift':
      return isApple ? '⇧' : 'Shift'
    case 'Alt':
      return isApple ? '⌥' : 'Alt'
    case 'Enter':
      return '↵'
    case 'ArrowUp':
      return '↑'
    case 'ArrowDown':
      return '↓'
    case 'ArrowLeft':
      return '←'
    case 'ArrowRight':
      return '→'
    case 'Escape':
      return 'Esc'
    default:
      return key.length === 1 ? key.toUpperCase() : key
  }
}
