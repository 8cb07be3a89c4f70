import { DiffIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useTools } from '../context.ts'
import styles from './DescriptionChange.module.css'
import { DescriptionDiff } from './DescriptionDiff.tsx'

const DeleteVersion = onDemand(() => import('./DeleteVersion.tsx').then(module => module.DeleteVersion), {
  holdsKeys: false,
})

interface DescriptionChangeProps {
  readonly note: PageNote
  readonly versionId: number
}

/**
 * The diff of a change of the description, on demand, and the button that deletes its text.
 *
 * @source SYSNOTE-005, SYSNOTE-009
 */
export function DescriptionChange({ note, versionId }: DescriptionChangeProps) {
  const { noteable } = useTools()
  const [isOpen, setOpen] = useState(false)
  if (note.descriptionVersionDeleted) return <p className={styles.deleted}>Deleted</p>
  return (
    <div className={styles.change}>
      <span className={styles.actions}>
        <Button
          variant="quiet"
          size="s"
          icon={<DiffIcon />}
          aria-expanded={isOpen}
          className={styles.compare}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide comparison' : 'Compare with previous version'}
        </Button>
        {isOpen && note.canDeleteDescriptionVersion && <DeleteVersion note={note} versionId={versionId} />}
      </span>
      {isOpen && (
        <DescriptionDiff {...noteable} versionId={versionId} startVersionId={note.startDescriptionVersionId ?? null} />
      )}
    </div>
  )
}
