import { PencilIcon, PlusIcon, TrashIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { siteTopic } from '#contract/live-topics.ts'
import { broadcastMessagesPage, deleteBroadcastMessage, getViewer } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { nowOf } from '#web/ui/forms/draft.ts'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { currentTime } from '#web/ui/text/clock.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { AdminFrame } from '../admin/AdminFrame.tsx'
import { Chip } from '../Chip.tsx'
import { roleName } from '../members/roles.ts'
import { Pages } from '../places/Pages.tsx'
import { messagesInput } from './address.ts'
import { BroadcastMessage } from './BroadcastMessage.tsx'
import styles from './BroadcastMessagesPage.module.css'
import { MessageDialog } from './MessageDialog.tsx'
import { type ListedMessage, states } from './messages.ts'

/** The messages above every page, for administrators. */
export function BroadcastMessagesPage() {
  const [isAdding, setAdding] = useState(false)
  return (
    <AdminFrame
      active="broadcast-messages"
      title={foundationTitles.broadcastMessages}
      detail="Announcements shown to everyone who uses this site."
      width="list"
      actions={
        <Button variant="primary" icon={<PlusIcon />} onClick={() => setAdding(true)}>
          New message
        </Button>
      }
    >
      <Messages />
      {isAdding && <MessageDialog message={null} onClose={() => setAdding(false)} />}
    </AdminFrame>
  )
}

function Messages() {
  const input = messagesInput(usePageSearch())
  const { data, isError, refetch } = useReading(broadcastMessagesPage, input, {
    topics: () => [siteTopic],
    keepPrevious: true,
  })
  const [editing, setEditing] = useState<ListedMessage | null>(null)
  const state = states.find(each => each.key === input.state) ?? states[0]
  if (isError && data === undefined) return <RetryBanner onRetry={refetch}>Could not load the messages.</RetryBanner>
  return (
    <>
      <LinkTabs
        label="Messages by state"
        active={state.key}
        tabs={states.map(({ key, label }) => ({
          key,
          label,
          count: data?.counts[key] ?? null,
          href: key === 'active' ? '/admin/broadcast_messages' : `/admin/broadcast_messages?state=${key}`,
        }))}
      />
      {data === undefined ? (
        <Skeleton rows={4} shape="row" />
      ) : data.messages.length === 0 ? (
        <EmptyState illustration={<Illustration of="nothing-yet" />} title={state.title}>
          {state.text}
        </EmptyState>
      ) : (
        <ul aria-label={`${state.label} messages`} className={styles.messages}>
          {data.messages.map(message => (
            <MessageRow key={message.id} message={message} onEdit={() => setEditing(message)} />
          ))}
        </ul>
      )}
      <Pages label="Messages pagination" hasNext={data?.hasNext ?? false} />
      {editing !== null && <MessageDialog message={nowOf(data?.messages, editing)} onClose={() => setEditing(null)} />}
    </>
  )
}

function MessageRow({ message, onEdit }: { readonly message: ListedMessage; readonly onEdit: () => void }) {
  const [isRemoving, setRemoving] = useState(false)
  const remove = useOperation(deleteBroadcastMessage, {
    refreshes: [broadcastMessagesPage, getViewer],
    onSuccess: () => showToast('Message deleted'),
  })
  return (
    <li className={styles.row}>
      <BroadcastMessage message={message} />
      <div className={styles.foot}>
        <span className={styles.facts}>
          <span>
            {isPast(message.startsAt) ? 'Started' : 'Starts'} <RelativeTime at={message.startsAt} />
          </span>
          <span>
            {isPast(message.endsAt) ? 'Ended' : 'Ends'} <RelativeTime at={message.endsAt} />
          </span>
          {message.broadcastType === 'notification' && <Chip>Notification</Chip>}
          {message.broadcastType === 'banner' && message.dismissable && <Chip>Dismissible</Chip>}
          {message.targetPath !== null && <Chip>{message.targetPath}</Chip>}
          {message.targetAccessLevels.map(level => (
            <Chip key={level}>{roleName(level)}</Chip>
          ))}
        </span>
        <IconButton label="Edit message" icon={<PencilIcon />} size="s" onClick={onEdit} />
        <IconButton label="Delete message" icon={<TrashIcon />} size="s" onClick={() => setRemoving(true)} />
      </div>
      {isRemoving && (
        <ConfirmDialog
          title="Delete message?"
          confirm="Delete message"
          write={remove}
          onConfirm={() => remove.mutate({ id: message.id })}
          onClose={() => setRemoving(false)}
        >
          It will be removed from all open pages immediately.
        </ConfirmDialog>
      )}
    </li>
  )
}

const isPast = (moment: string): boolean => Date.parse(moment) <= currentTime().getTime()
