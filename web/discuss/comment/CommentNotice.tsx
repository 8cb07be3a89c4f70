import { ArchiveIcon, LockIcon } from '@primer/octicons-react'
import { useAddress } from '#web/api/route.tsx'
import { KeptText } from '#web/api/unsent-texts/KeptText.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { messages } from '../messages.ts'
import { type Noteable, places } from '../noteable.ts'
import styles from './CommentNotice.module.css'

/**
 * The notice in place of the form for users who cannot comment. Their unsent text stays visible.
 *
 * @source FORM-003, FORM-004
 */
export function CommentNotice({ noteable }: { readonly noteable: Noteable }) {
  return (
    <>
      <Reason noteable={noteable} />
      <KeptText place={places.note(noteable)} label={messages.unsentComment} />
    </>
  )
}

function Reason({ noteable }: { readonly noteable: Noteable }) {
  const { user, signupEnabled } = useViewer()
  const address = useAddress()
  if (noteable.isArchived)
    return (
      <p className={styles.notice}>
        <ArchiveIcon /> {noteable.isPendingDeletion ? messages.pendingDeletion : messages.archived}
      </p>
    )
  if (user === null) {
    const back = `?return_to=${encodeURIComponent(address)}`
    return (
      <p className={styles.notice}>
        Please{' '}
        {signupEnabled && (
          <>
            <TextLink href={`/users/sign_up${back}`}>register</TextLink> or{' '}
          </>
        )}
        <TextLink href={`/users/sign_in${back}`}>sign in</TextLink> to reply
      </p>
    )
  }
  return (
    <p className={styles.notice}>
      <LockIcon /> {noteable.isLocked ? messages.locked(noteable.word) : messages.cannotComment}
    </p>
  )
}
