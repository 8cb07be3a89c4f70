import { useLocation } from '#web/api/router/context.ts'
import { readKept } from '#web/api/unsent-texts/kept-store.ts'
import { keptPlaces, wordsIn } from '#web/api/unsent-texts/kept-text.ts'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import styles from './UnsentTexts.module.css'

/** Text that was typed on a page that cannot be shown, for copying. */
export function UnsentTexts({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <section aria-labelledby="unsent-texts" className={styles.texts}>
      <h2 id="unsent-texts" className={styles.heading}>
        Unsent draft
      </h2>
      {texts.map(text => (
        <div key={text} className={styles.text}>
          <TextArea aria-label="Unsent draft" readOnly rows={3} value={text} />
          <CopyButton text={text} label="Copy text" />
        </div>
      ))}
    </section>
  )
}

/** The unsent texts that were typed in this browser on the page that has the address. */
export function UnsentTextsOfAddress() {
  const path = useLocation(location => location.path)
  // The server does not know the texts of this browser.
  const isHydrated = useIsHydrated()
  return isHydrated && <UnsentTexts texts={textsOf(path)} />
}

const textsOf = (path: string): readonly string[] =>
  [...new Set(keptPlaces().map(place => (readKept(place)?.path === path ? wordsIn(place) : '')))].filter(Boolean)
