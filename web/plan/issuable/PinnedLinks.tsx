import { onDemand } from '#web/ui/on-demand.tsx'
import styles from './PinnedLinks.module.css'

const MeetingLink = onDemand(() => import('./MeetingLink.tsx').then(module => module.MeetingLink), { holdsKeys: false })

/** Every host of meetings in `meeting.ts` has one of these words. Few descriptions do. */
const hosts = /zoom\.us|meet\.|teams\.|webex\./

/** Links above a description, where nobody has to look for them. */
export const PinnedLinks = ({ html }: { readonly html: string }) =>
  hosts.test(html) && <MeetingLink html={html} fallback={<p className={styles.link}>&nbsp;</p>} />
