import { CopyIcon, TrashIcon } from '@primer/octicons-react'
import { Button } from '#web/ui/actions/Button.tsx'
import { copyText } from '#web/ui/actions/copy-text.ts'
import styles from './KeptWords.module.css'
import { liveKept } from './kept-text.ts'
import { Audience } from './OfferNotice.tsx'
import { discardKept, toastCopied } from './unsent-offer.ts'

export interface KeptTextProps {
  readonly place: string
  /** "Unsent comment". */
  readonly label: string
}

interface KeptWordsProps extends KeptTextProps {
  readonly words: string
}

export function KeptWords({ place, label, words }: KeptWordsProps) {
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
      <pre data-scrolls dir="auto" className={styles.words}>
        {words}
      </pre>
    </section>
  )
}

async function copy(words: string): Promise<void> {
  toastCopied(await copyText(words))
}
