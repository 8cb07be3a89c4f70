import { useCall } from '#web/api/use-call.ts'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { saveProblem } from '#web/foundation/problems.ts'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { type LinkFields, type MetricImageData, metricReadings, saveImage } from './calls.ts'
import { LinkFieldset } from './LinkFieldset.tsx'

interface ImageDialogProps {
  readonly projectId: number
  readonly iid: number
  readonly image: MetricImageData
  readonly onClose: () => void
}

const labels: FieldLabels<LinkFields> = { url: 'Link', urlText: 'Text' }

/** The text and the link of an image. @source INCIDENT-008 */
export function ImageDialog({ projectId, iid, image, onClose }: ImageDialogProps) {
  const draft = useDraft<LinkFields>({ url: image.url ?? '', urlText: image.urlText ?? '' })
  const save = useCall((_: null) => saveImage(projectId, iid, image.id, draft.changes, draft.expected), {
    refreshes: metricReadings,
    onSuccess: () => {
      showToast('Metric image saved')
      onClose()
    },
  })
  return (
    <FormDialog
      title="Edit metric image"
      onClose={onClose}
      submit="Save changes"
      busy={save.isPending}
      problem={saveProblem(save.error, draft.overlaps, ['url', 'urlText'])}
      onSubmit={() => (draft.isChanged ? save.mutate(null) : onClose())}
    >
      <DraftOverlaps draft={draft} labels={labels} save={save} />
      <LinkFieldset values={draft.values} error={save.error} onChange={draft.set} />
    </FormDialog>
  )
}
