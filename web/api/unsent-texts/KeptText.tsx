import { CopyIcon, TrashIcon } from '@primer/octicons-react'
import { useCallback, useSyncExternalStore } from 'react'
import { Button } from '#web/ui/actions/Button.tsx'
import { copyText } from '#web/ui/actions/copy-text.ts'
import styles from './KeptText.module.css'
import { watchKept } from './kept-store.ts'
import { startKeeping } from './kept-sync.ts'
import { liveKept, wordsIn } from './kept-text.ts'
import { Audience } from './UnsentOffer.tsx'
import { discardKept, toastCopied } from './unsent-offer.ts'

interface KeptTextProps {
  readonly place: string
  /** "Unsent comment". */
  readonly label: string
}

/** What was typed in a box that is not there any more: to be read, copied or discarded. Nothing where nothing is kept. */
export function KeptText({ place, label }: KeptTextProps) {
  const subscribe = useCallback(
    (listener: () => void) => {
      startKeeping()
      return watchKept(place, listener)
    },
    [place],
  )
  const words = useSyncExternalStore(subscribe, () => wordsIn(place))
  if (words === '') return null
  const { fields } = liveKept(place) ?? {}
  return (
    <section aria-label={label} className={styles.kept}>
      <header className={styles.head}>
        <h3 className={styles.label}>{label}</h3>
        {fields?.internal === true ? (
          <Audience of="internal" />
        ) : (
          fields?.confidential === true && <Audience of="confidential" />
        )}
        <span className={styles.tools}>
          <Button size="s" icon={<CopyIcon />} onClick={() => void copy(words)}>
            Copy text
          </Button>
          <Button size="s" variant="quiet" icon={<TrashIcon />} onClick={() => discardKept(place)}>
            Discard
          </Button>
        </span>
      </header>
      <pre dir="auto" className={styles.words}>
        {words}
      </pre>
    </section>
  )
}

async function copy(words: string): Promise<void> {
  toastCopied(await copyText(words))
}
