import { onDemand } from '#web/ui/on-demand.tsx'
import styles from './PinnedLinks.module.css'

const MeetingLink = onDemand(() => import('./MeetingLink.tsx').then(module => module.MeetingLink), { holdsKeys: false })

/** Matches every host in `meeting.ts`. Most descriptions do not match, and load nothing more. */
const hosts = /zoom\.us|meet\.|teams\.|webex\./

/** Links from a description that are shown above it, so that they are easy to find. */
export const PinnedLinks = ({ html }: { readonly html: string }) =>
  hosts.test(html) && <MeetingLink html={html} fallback={<p className={styles.link}>&nbsp;</p>} />
