import { useEffect, useState } from 'react'
import { dismissBroadcastMessage, getViewer } from '#web/api/operations.gen.ts'
import type { PlaceNamespace } from '#web/api/place.ts'
import { queryClient, useOperation } from '#web/api/query.ts'
import { useLocation } from '#web/api/router/context.ts'
import { useViewer } from '#web/api/viewer.ts'
import { currentTime } from '#web/ui/text/clock.ts'
import { BroadcastMessage } from './BroadcastMessage.tsx'
import { useDismissed } from './dismissed.ts'
import { MaintenanceBanner } from './MaintenanceBanner.tsx'
import { matchesPath } from './path-match.ts'
import styles from './ShownBroadcasts.module.css'

interface ShownBroadcastsProps {
  /** The project or group of the page. */
  readonly namespace: PlaceNamespace | null
}

/** The messages for the page. They appear, change and end without a reload. */
export function ShownBroadcasts({ namespace }: ShownBroadcastsProps) {
  const { user, maintenance, broadcasts, nextBroadcastAt } = useViewer()
  const path = useLocation(location => location.path)
  const [isDismissed, dismissHere] = useDismissed()
  const dismiss = useOperation(dismissBroadcastMessage)
  useRefreshAt(
    earliest([...broadcasts.map(each => each.endsAt), ...(nextBroadcastAt === null ? [] : [nextBroadcastAt])]),
  )
  const shown = broadcasts.filter(
    each =>
      !isDismissed(each) &&
      matchesPath(each.targetPath, path) &&
      (each.targetAccessLevels.length === 0 ||
        (namespace !== null && each.targetAccessLevels.includes(namespace.accessLevel))),
  )
  const banners = shown.filter(each => each.broadcastType === 'banner')
  // One card at a time, the latest: they cover a corner of the page.
  const card = shown.findLast(each => each.broadcastType === 'notification')
  const of = (message: (typeof shown)[number]) => (
    <BroadcastMessage
      key={message.id}
      message={message}
      onDismiss={
        message.dismissable || message.broadcastType === 'notification'
          ? () => {
              dismissHere(message)
              if (user !== null) dismiss.mutate({ id: message.id })
            }
          : undefined
      }
    />
  )
  return (
    <>
      {maintenance !== null && <MaintenanceBanner message={maintenance} isAdmin={user?.isAdmin === true} />}
      {banners.length > 0 && <section aria-label="Messages from the administrators">{banners.map(of)}</section>}
      {card && (
        <section aria-label="Notification from the administrators" className={styles.card}>
          {of(card)}
        </section>
      )}
    </>
  )
}

const earliest = (moments: readonly string[]): string | null => moments.toSorted()[0] ?? null

/** Timers beyond this overflow; a tab that stays open this long asks again anyway. */
const longestMs = 3_600_000
const againMs = 1_000
/** All open pages ask at that moment: they spread over this. */
const spreadMs = 500

/** Ask for the viewer anew at a moment of the server's clock, and again until the answer has another one. */
function useRefreshAt(moment: string | null): void {
  const [asked, setAsked] = useState<{ readonly moment: string | null; readonly count: number }>({ moment, count: 0 })
  const count = asked.moment === moment ? asked.count : 0
  // The clock is outside of React.
  useEffect(() => {
    if (moment === null) return
    const leftMs = Date.parse(moment) - currentTime().getTime()
    const waitMs = leftMs > 0 ? Math.min(leftMs, longestMs) + Math.random() * spreadMs : againMs * Math.min(count, 60)
    const timer = setTimeout(() => {
      setAsked({ moment, count: count + 1 })
      if (leftMs <= longestMs) void queryClient.invalidateQueries({ queryKey: [getViewer.name] })
    }, waitMs)
    return () => clearTimeout(timer)
  }, [moment, count])
}
