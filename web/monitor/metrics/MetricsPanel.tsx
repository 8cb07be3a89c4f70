import { PencilIcon, TrashIcon } from '@primer/octicons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { metricLimits } from '#contract/monitor/incidents/metric-limits.ts'
import { useReading } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { DropZone } from '#web/ui/forms/DropZone.tsx'
import { nowOf } from '#web/ui/forms/draft.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { type ImagedItem, type MetricImageData, metricReadings, readingOf, removeImage, topicOf } from './calls.ts'
import styles from './Metrics.module.css'
import { messages } from './messages.ts'

const UploadDialog = onDemand(() => import('./UploadDialog.tsx').then(module => module.UploadDialog))
const ImageDialog = onDemand(() => import('./ImageDialog.tsx').then(module => module.ImageDialog))

type OpenedImage =
  | { readonly dialog: 'upload'; readonly file: File }
  | { readonly dialog: 'edit' | 'delete'; readonly image: MetricImageData }

/** The images of charts on an incident or alert. @source INCIDENT-006 to INCIDENT-009 */
export function MetricsPanel({ item }: { readonly item: ImagedItem }) {
  const { data, isError, refetch } = useReading(
    readingOf(item),
    { namespace: item.namespace, iid: item.iid },
    { topics: () => [topicOf(item)] },
  )
  const [opened, setOpened] = useState<OpenedImage | null>(null)
  const canEdit = data?.permissions.canEditImages ?? false
  const close = () => setOpened(null)
  const choose = (files: readonly File[]) => {
    const [file] = files
    if (file === undefined) return
    if (isImage(file)) setOpened({ dialog: 'upload', file })
    else showToast(messages.notAnImage, { tone: 'danger' })
  }
  usePastedImage(canEdit && opened === null ? choose : null)
  if (data === undefined)
    return isError ? (
      <RetryBanner onRetry={refetch}>{messages.loadMetrics}</RetryBanner>
    ) : (
      <Skeleton rows={6} label="Loading metrics" />
    )
  const { images } = data
  return (
    <section aria-label="Metrics" className={styles.metrics}>
      {canEdit && (
        <DropZone
          say={messages.drop}
          button="Upload image"
          accept={metricLimits.types.join(',')}
          onChosen={choose}
          onDropped={({ files }) => choose([...files])}
        />
      )}
      {images.length === 0 && !canEdit && <EmptyState size="s" title={messages.noMetrics} />}
      {images.map(image => (
        <Chart key={image.id} image={image} canEdit={canEdit} onOpen={dialog => setOpened({ dialog, image })} />
      ))}
      {opened?.dialog === 'upload' && <UploadDialog item={item} file={opened.file} onClose={close} />}
      {opened?.dialog === 'edit' && <ImageDialog item={item} image={nowOf(images, opened.image)} onClose={close} />}
      {opened?.dialog === 'delete' && <DeleteDialog item={item} image={opened.image} onClose={close} />}
    </section>
  )
}

const isImage = ({ type }: File): boolean => metricLimits.types.some(each => each === type)

/** An image that is pasted while no text box has the focus. */
function usePastedImage(onPasted: ((files: readonly File[]) => void) | null): void {
  const isOn = onPasted !== null
  const take = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]') !== null
    if (files.length === 0 || isTyping) return
    event.preventDefault()
    onPasted?.(files)
  })
  // The clipboard is outside of React.
  useEffect(() => {
    if (!isOn) return
    const listener = (event: ClipboardEvent) => take(event)
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [isOn])
}

interface ChartProps {
  readonly image: MetricImageData
  readonly canEdit: boolean
  readonly onOpen: (dialog: 'edit' | 'delete') => void
}

function Chart({ image, canEdit, onOpen }: ChartProps) {
  const { filename, filePath, url, urlText, width, height } = image
  const name = urlText ?? filename
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <span className={styles.name}>{url === null ? name : <TextLink href={url}>{name}</TextLink>}</span>
        {canEdit && (
          <>
            <IconButton
              size="s"
              variant="quiet"
              label={`Edit ${name}`}
              icon={<PencilIcon />}
              onClick={() => onOpen('edit')}
            />
            <IconButton
              size="s"
              variant="quiet"
              label={`Delete ${name}`}
              icon={<TrashIcon />}
              onClick={() => onOpen('delete')}
            />
          </>
        )}
      </figcaption>
      <a href={filePath} target="_blank" rel="noreferrer" className={styles.link}>
        {/* The size in pixels keeps its place while it loads. */}
        <img src={filePath} alt={name} width={width ?? undefined} height={height ?? undefined} loading="lazy" />
      </a>
    </figure>
  )
}

interface DeleteImageProps {
  readonly item: ImagedItem
  readonly image: MetricImageData
  readonly onClose: () => void
}

function DeleteDialog({ item, image, onClose }: DeleteImageProps) {
  const remove = useCall((_: null) => removeImage(item, image.id), {
    refreshes: metricReadings,
    onSuccess: () => {
      showToast('Metric image deleted')
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title="Delete metric image?"
      confirm="Delete image"
      write={remove}
      onConfirm={() => remove.mutate(null)}
      onClose={onClose}
    >
      <p>
        <bdi>{image.urlText ?? image.filename}</bdi> is deleted for everyone. This cannot be undone.
      </p>
    </ConfirmDialog>
  )
}
