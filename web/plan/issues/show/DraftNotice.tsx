import { useState } from 'react'
import { useIssuePage } from '#web/plan/sidebar/issue-context.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import styles from './DraftNotice.module.css'
import { clearDraft, hasDraft } from './drafts.ts'

/** Says that an edit was begun and not saved. */
export function DraftNotice({ onContinue }: { readonly onContinue: () => void }) {
  const { issue } = useIssuePage()
  const [isThere, setThere] = useState(() => hasDraft(issue.id))
  if (!isThere) return null
  return (
    <div className={styles.notice}>
      <Banner
        action={
          <>
            <Button size="s" onClick={onContinue}>
              Continue editing
            </Button>
            <Button
              size="s"
              variant="quiet"
              onClick={() => {
                clearDraft(issue.id)
                setThere(false)
              }}
            >
              Discard
            </Button>
          </>
        }
      >
        You have unsaved changes to the title or the description.
      </Banner>
    </div>
  )
}
