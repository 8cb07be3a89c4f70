import { AlertIcon } from '@primer/octicons-react'
import { Tooltip } from '#web/ui/floating/Tooltip.tsx'
import styles from './NoteView.module.css'

interface ExternalAuthorProps {
  readonly email: string
  readonly isUnverified: boolean
}

/** The person without an account for whom the support bot wrote. */
export function ExternalAuthor({ email, isUnverified }: ExternalAuthorProps) {
  return (
    <>
      <strong>
        <bdi>{email}</bdi>
      </strong>
      {isUnverified && (
        <Tooltip text="The mail server could not confirm that this email is from its sender. Be careful with links and requests in it.">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip must be reachable by keyboard */}
          <span className={styles.badge} tabIndex={0}>
            <AlertIcon size={12} /> Unverified sender
          </span>
        </Tooltip>
      )}
      <span className={styles.username}>via</span>
    </>
  )
}
