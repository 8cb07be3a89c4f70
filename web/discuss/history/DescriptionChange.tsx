import { DiffIcon, TrashIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { useTools } from '../context.ts'
import { messages } from '../messages.ts'
import styles from './DescriptionChange.module.css'
import { DescriptionDiff } from './DescriptionDiff.tsx'
import { startOf } from './start-of.ts'

interface DescriptionChangeProps {
  readonly note: PageNote
  readonly versionId: number
}

/** What a change of the description changed, on demand; and the way to take its text away. @source SYSNOTE-005, SYSNOTE-009, SYSNOTE-010 */
export function DescriptionChange({ note, versionId }: DescriptionChangeProps) {
  const { noteable, merge } = useTools()
  const [isOpen, setOpen] = useState(false)
  const [step, setStep] = useState<'idle' | 'asking' | 'deleting' | 'failed'>('idle')
  const start = note.startDescriptionVersionId ?? null

  if (note.descriptionVersionDeleted) return <p className={styles.deleted}>Deleted</p>

  async function destroy() {
    setStep('deleting')
    const { kind, namespace, iid } = noteable
    try {
      await call(kind.calls.deleteDescriptionVersion, { namespace, iid, versionId, ...startOf(start) })
      merge([{ ...note, descriptionVersionDeleted: true }])
    } catch {
      setStep('failed')
    }
  }

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
        {isOpen && note.canDeleteDescriptionVersion && (
          <IconButton
            label="Delete this version"
            icon={<TrashIcon />}
            size="s"
            aria-busy={step === 'deleting'}
            onClick={() => setStep('asking')}
          />
        )}
      </span>
      {isOpen && <DescriptionDiff {...noteable} versionId={versionId} startVersionId={start} />}
      {step !== 'idle' && (
        <ConfirmDialog
          title="Delete this version?"
          confirm="Delete version"
          busy={step === 'deleting'}
          error={step === 'failed' ? messages.deleteVersion : null}
          onConfirm={() => void destroy()}
          onClose={() => setStep('idle')}
        >
          This version can no longer be viewed or compared. The current description is not affected.
        </ConfirmDialog>
      )}
    </div>
  )
}
