import { useEffect, useState } from 'react'
import { useCall } from '#web/api/use-call.ts'
import { formProblem } from '#web/foundation/problems.ts'
import { useKeptDraft } from '#web/ui/forms/kept-draft.ts'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { type ImagedItem, metricReadings, uploadImage } from './calls.ts'
import { LinkFieldset } from './LinkFieldset.tsx'
import styles from './Metrics.module.css'

interface UploadDialogProps {
  readonly item: ImagedItem
  readonly file: File
  readonly onClose: () => void
}

/** An image that was chosen, before it is uploaded. @source INCIDENT-007 */
export function UploadDialog({ item, file, onClose }: UploadDialogProps) {
  const draft = useKeptDraft('metric image new', { url: '', urlText: '' }, { isNew: true })
  const preview = usePreview(file)
  const upload = useCall((_: null) => uploadImage(item, file, draft.values), {
    refreshes: metricReadings,
    onSuccess: () => {
      draft.forget()
      showToast('Metric image uploaded')
      onClose()
    },
  })
  return (
    <FormDialog
      title="Upload metric image"
      draft={draft}
      onClose={onClose}
      submit="Upload image"
      busy={upload.isPending}
      problem={formProblem(upload.error, ['url', 'urlText'])}
      onSubmit={() => upload.mutate(null)}
    >
      <div className={styles.preview}>
        {preview !== null && <img src={preview} alt={file.name} />}
        <bdi>{file.name}</bdi>
      </div>
      <LinkFieldset values={draft.values} error={upload.error} onChange={draft.set} />
    </FormDialog>
  )
}

function usePreview(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null)
  // The address of a file of this device is outside of React, and is given back.
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
