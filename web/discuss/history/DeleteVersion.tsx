import { TrashIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { call } from '#web/api/client.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { useTools } from '../context.ts'
import { messages } from '../messages.ts'
import { startOf } from './start-of.ts'

interface DeleteVersionProps {
  readonly note: PageNote
  readonly versionId: number
}

/** Takes the text of a former description away, once it is confirmed. @source SYSNOTE-009, SYSNOTE-010 */
export function DeleteVersion({ note, versionId }: DeleteVersionProps) {
  const { noteable, merge } = useTools()
  const [step, setStep] = useState<'idle' | 'asking' | 'deleting' | 'failed'>('idle')

  async function destroy() {
    setStep('deleting')
    const { kind, namespace, iid } = noteable
    const start = note.startDescriptionVersionId ?? null
    try {
      await call(kind.calls.deleteDescriptionVersion, { namespace, iid, versionId, ...startOf(start) })
      merge([{ ...note, descriptionVersionDeleted: true }])
    } catch {
      setStep('failed')
    }
  }

  return (
    <>
      <IconButton
        label="Delete this version"
        icon={<TrashIcon />}
        size="s"
        aria-busy={step === 'deleting'}
        onClick={() => setStep('asking')}
      />
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
    </>
  )
}
