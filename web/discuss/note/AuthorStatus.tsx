import { useEmojiOf } from '#web/foundation/emoji/emojis.ts'
import { Tooltip } from '#web/ui/floating/Tooltip.tsx'
import styles from './NoteView.module.css'

/** The server says the status as HTML: the emoji's name and the words in it are taken out, nothing is drawn of it. */
export function AuthorStatus({ html }: { readonly html: string }) {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  const name = parsed.querySelector('gl-emoji')?.getAttribute('data-name') ?? null
  const emojiOf = useEmojiOf(name === null ? [] : [name])
  const words = parsed.body.textContent?.trim() ?? ''
  const sign = name === null ? '💬' : (emojiOf(name) ?? '')
  return (
    <Tooltip text={words || (name ?? '')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip must be reachable by keyboard */}
      <span role="img" aria-label={`Status: ${words || name}`} tabIndex={0} className={styles.status}>
        {sign}
      </span>
    </Tooltip>
  )
}
