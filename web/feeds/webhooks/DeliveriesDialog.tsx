import { useState } from 'react'
import { toWire } from '#web/api/case.ts'
import { projectHooks, projectHooksPage } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import styles from './DeliveriesDialog.module.css'
import { type Delivery, labelOf, type Webhook } from './events.ts'

interface DeliveriesDialogProps {
  readonly projectId: number
  readonly hook: Webhook
  readonly onClose: () => void
}

/** The latest requests to a webhook, each with its answer. */
export function DeliveriesDialog({ projectId, hook, onClose }: DeliveriesDialogProps) {
  const ref = { id: projectId, hookId: hook.id }
  const { data, isError, refetch } = useReading(projectHooks.deliveries, { ...ref, perPage: 50 })
  return (
    <Dialog
      title="Recent requests"
      description="Requests from the last 7 days, newest first."
      size="l"
      onClose={onClose}
    >
      {data === undefined ? (
        isError ? (
          <RetryBanner onRetry={() => void refetch()}>Could not load the requests.</RetryBanner>
        ) : (
          <Skeleton rows={3} shape="row" />
        )
      ) : data.length === 0 ? (
        <EmptyState size="s" title="No requests yet">
          No event has triggered this webhook yet. Send a test request to try it.
        </EmptyState>
      ) : (
        <ul className={styles.list} aria-label="Requests">
          {data.map(each => (
            <DeliveryRow key={each.id} at={ref} delivery={each} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

interface DeliveryRowProps {
  readonly at: { readonly id: number; readonly hookId: number }
  readonly delivery: Delivery
}

function DeliveryRow({ at, delivery }: DeliveryRowProps) {
  const [isOpen, setOpen] = useState(false)
  const resend = useOperation(projectHooks.resend, {
    refreshes: [projectHooks.deliveries, projectHooksPage],
    onSuccess: ({ responseStatus }) => showToast(`Sent again: ${responseStatus}`),
    onError: error => showToast(error.message, { tone: 'danger' }),
  })
  const isGood = /^2/.test(delivery.responseStatus)
  return (
    <li className={styles.row}>
      <details open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
        <summary className={styles.summary}>
          <span className={styles.status} data-state={isGood ? 'good' : 'failed'}>
            {delivery.responseStatus}
          </span>
          <span className={styles.trigger}>{labelOf(delivery.trigger)}</span>
          <span className={styles.time}>
            {delivery.executionDuration.toFixed(2)} s · <RelativeTime at={delivery.createdAt} />
          </span>
        </summary>
        {isOpen && (
          <div className={styles.details}>
            <Button size="s" busy={resend.isPending} onClick={() => resend.mutate({ ...at, hookEventId: delivery.id })}>
              Resend
            </Button>
            <Part
              title="Request"
              headers={delivery.requestHeaders}
              body={JSON.stringify(toWire(delivery.requestData), null, 2)}
            />
            <Part title="Response" headers={delivery.responseHeaders} body={delivery.responseBody} />
          </div>
        )}
      </details>
    </li>
  )
}

interface PartProps {
  readonly title: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

function Part({ title, headers, body }: PartProps) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={styles.text} tabIndex={0}>
        {[lines.join('\n'), body].filter(Boolean).join('\n\n') || 'Empty'}
      </pre>
    </section>
  )
}
