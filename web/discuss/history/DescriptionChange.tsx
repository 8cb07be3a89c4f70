import { DiffIcon, TrashIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { call } from '#web/api/client.ts'
import { reading } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { useTools } from '../context.ts'
import { messages } from '../messages.ts'
import type { NoteableKey } from '../noteable.ts'
import styles from './DescriptionChange.module.css'
import { WordDiff } from './WordDiff.tsx'

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

interface DescriptionDiffProps extends NoteableKey {
  readonly versionId: number
  /** The first change to be taken together with it; null for its own alone. */
  readonly startVersionId: number | null
}

/** The difference itself, once it has come. */
export function DescriptionDiff({ kind, namespace, iid, versionId, startVersionId }: DescriptionDiffProps) {
  const input = { namespace, iid, versionId, ...startOf(startVersionId) }
  // A version never changes but by being deleted, which its note tells.
  const { data, isError, isFetching, refetch } = useQuery({
    ...reading(kind.calls.getDescriptionVersion, input),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data !== undefined) {
    if (data.deleted) return <p className={styles.deleted}>Deleted</p>
    if (data.diff === null)
      return <p className={styles.note}>The previous version was deleted, so this one cannot be compared.</p>
    return <WordDiff pieces={data.diff} />
  }
  if (isError && !isFetching) return <RetryBanner onRetry={refetch}>{messages.fetchVersion}</RetryBanner>
  return (
    <div className={styles.loading}>
      <Skeleton rows={2} label="Loading the changes" />
    </div>
  )
}

const startOf = (id: number | null): { readonly startVersionId?: number } => (id === null ? {} : { startVersionId: id })
