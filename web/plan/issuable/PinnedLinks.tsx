import { onDemand } from '#web/ui/on-demand.tsx'
import type { PinnedLinksProps } from './PinnedLinkList.tsx'
import styles from './PinnedLinks.module.css'

const PinnedLinkList = onDemand(() => import('./PinnedLinkList.tsx').then(module => module.PinnedLinkList), {
  holdsKeys: false,
})

/** Matches every host in `meeting.ts`. Most descriptions do not match, and load nothing more. */
const hosts = /zoom\.us|meet\.|teams\.|webex\./

/** Links that are shown above a description, so that they are easy to find. */
export const PinnedLinks = (props: PinnedLinksProps) =>
  (props.isPublished || hosts.test(props.html)) && (
    <PinnedLinkList {...props} fallback={<p className={styles.link}>&nbsp;</p>} />
  )
