import { useCall } from '#web/api/use-call.ts'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { saveProblem } from '#web/foundation/problems.ts'
import { useKeptDraft } from '#web/ui/forms/kept-draft.ts'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { type ImagedItem, type LinkFields, type MetricImageData, metricReadings, saveImage } from './calls.ts'
import { LinkFieldset } from './LinkFieldset.tsx'

interface ImageDialogProps {
  readonly item: ImagedItem
  readonly image: MetricImageData
  readonly onClose: () => void
}

const labels: FieldLabels<LinkFields> = { url: 'Link', urlText: 'Text' }

/** The text and the link of an image. @source INCIDENT-008 */
export function ImageDialog({ item, image, onClose }: ImageDialogProps) {
  const saved = { url: image.url ?? '', urlText: image.urlText ?? '' }
  const draft = useKeptDraft<LinkFields>(`metric image ${image.id}`, saved, { isNew: false })
  const save = useCall((_: null) => saveImage(item, image.id, draft.changes, draft.expected), {
    refreshes: metricReadings,
    onSuccess: () => {
      draft.forget()
      showToast('Metric image saved')
      onClose()
    },
  })
  return (
    <FormDialog
      title="Edit metric image"
      draft={draft}
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
