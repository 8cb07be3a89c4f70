import { useState } from 'react'
import { getStatusSettingsPage, removeStatusSubscriber } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { RowMenu } from '#web/ui/actions/RowMenu.tsx'
import { FormNote } from '#web/ui/forms/Form.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { SettingRow } from '#web/ui/layout/SettingRow.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { counted } from '#web/ui/text/counted.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import type { StatusSettingsData } from './shapes.ts'

type SubscriberData = NonNullable<StatusSettingsData['subscribers']>['newest'][number]

/** The addresses that get updates of the status page, for maintainers. */
export function SubscribersCard({ page }: { readonly page: StatusSettingsData }) {
  const { count, newest } = page.subscribers ?? { count: 0, newest: [] }
  const [removing, setRemoving] = useState<SubscriberData | null>(null)
  const names = new Map(page.components.map(({ id, name }) => [id, name]))
  return (
    <Card
      title="Subscribers"
      description={
        count === 0 && !page.sendsMail
          ? undefined
          : count === 0
            ? 'Visitors to the page can get updates by email after they confirm their address.'
            : `${counted(count, 'subscriber')} by email${newest.length < count ? `, of whom the newest ${newest.length} are listed` : ''}.`
      }
      flush={count > 0}
    >
      {count === 0 ? (
        <FormNote>
          {page.sendsMail
            ? 'No subscribers yet.'
            : 'This site does not send email, so the page has no form for updates. Visitors can use the Atom feed.'}
        </FormNote>
      ) : (
        <List framed={false} aria-label="Subscribers">
          {newest.map(subscriber => (
            <SettingRow
              key={subscriber.id}
              name={subscriber.email}
              actions={
                <RowMenu
                  label={`Actions for ${subscriber.email}`}
                  items={[{ label: 'Remove', tone: 'danger', onSelect: () => setRemoving(subscriber) }]}
                />
              }
            >
              <span>
                Since <RelativeTime at={subscriber.confirmedAt} />
                {' · '}
                <bdi>
                  {subscriber.componentIds.length === 0
                    ? 'Everything'
                    : subscriber.componentIds.flatMap(id => names.get(id) ?? []).join(', ')}
                </bdi>
              </span>
            </SettingRow>
          ))}
        </List>
      )}
      {removing !== null && (
        <Removal projectId={page.namespace.id} subscriber={removing} onClose={() => setRemoving(null)} />
      )}
    </Card>
  )
}

interface RemovalProps {
  readonly projectId: number
  readonly subscriber: SubscriberData
  readonly onClose: () => void
}

function Removal({ projectId: id, subscriber, onClose }: RemovalProps) {
  const remove = useOperation(removeStatusSubscriber, {
    refreshes: [getStatusSettingsPage],
    onSuccess: () => {
      showToast('Subscriber removed')
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Remove ${subscriber.email}?`}
      confirm="Remove subscriber"
      write={remove}
      onConfirm={() => remove.mutate({ id, subscriberId: subscriber.id })}
      onClose={onClose}
    >
      The address gets no more updates. It can subscribe again on the status page.
    </ConfirmDialog>
  )
}
