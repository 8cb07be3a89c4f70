import { DeviceCameraVideoIcon } from '@primer/octicons-react'
import { meetingIn } from '#contract/plan/issues/meeting.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import styles from './PinnedLinks.module.css'

/** A prominent link to the meeting that the description names. @source ISSUE-010 */
export function MeetingLink({ html }: { readonly html: string }) {
  const meeting = meetingIn(html)
  if (meeting === null) return null
  return (
    <p className={styles.link}>
      <DeviceCameraVideoIcon />
      <TextLink href={meeting.href} rel="noopener noreferrer" target="_blank">
        Join {meeting.name} meeting
      </TextLink>
    </p>
  )
}
