import { embedded } from '#web/api/page.ts'
import type { PlaceNamespace } from '#web/api/place.ts'
import { useViewer } from '#web/api/viewer.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
// Messages that the server has drawn look as they do before their script is there.
import './BroadcastMessage.module.css'
import './ShownBroadcasts.module.css'
import '#web/ui/text/code.css'
import '#web/ui/text/markdown.css'

const ShownBroadcasts = onDemand(() => import('./ShownBroadcasts.tsx').then(module => module.ShownBroadcasts), {
  holdsKeys: false,
})

interface BroadcastsProps {
  /** The project or group of the page. */
  readonly namespace: PlaceNamespace | null
}

interface BroadcastsOfViewer {
  readonly maintenance: string | null
  readonly broadcasts: readonly unknown[]
  readonly nextBroadcastAt: string | null
}

const hasBroadcasts = ({ maintenance, broadcasts, nextBroadcastAt }: BroadcastsOfViewer): boolean =>
  maintenance !== null || broadcasts.length > 0 || nextBroadcastAt !== null

/** Messages of the administrators above every page. Mostly there are none: their script is loaded once there are some. */
export function Broadcasts(props: BroadcastsProps) {
  const viewer = useViewer()
  // The region exists before there is a message, so that screen readers announce a new one.
  return <div aria-live="polite">{hasBroadcasts(viewer) && <ShownBroadcasts {...props} />}</div>
}

/** Load the script of messages before the first view, where there are some. */
export const broadcastsAhead = (): Promise<void> | null =>
  embedded.viewer !== null && hasBroadcasts(embedded.viewer) ? ShownBroadcasts.ahead() : null
