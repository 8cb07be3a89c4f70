import { BroadcastIcon } from '@primer/octicons-react'
import { statusPagePath } from '#contract/plan/incidents/status-page-path.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { useIssuable } from './issuable-context.tsx'
import { MeetingLink } from './MeetingLink.tsx'
import styles from './PinnedLinks.module.css'

export interface PinnedLinksProps {
  readonly html: string
  /** Whether it is on the status page of its project. */
  readonly isPublished: boolean | undefined
}

/** @source ISSUE-009, ISSUE-010 */
export function PinnedLinkList({ html, isPublished }: PinnedLinksProps) {
  const { target } = useIssuable()
  return (
    <>
      {isPublished && (
        <p className={styles.link}>
          <BroadcastIcon />
          <TextLink href={statusPagePath(target.namespace)}>Published on status page</TextLink>
        </p>
      )}
      <MeetingLink html={html} />
    </>
  )
}
