import { useState } from 'react'
import { useLocation } from '#web/api/router/context.ts'
import type { IssueData } from '#web/plan/shapes.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { dismiss, isDismissed } from './dismissed.ts'
import styles from './RequestNotice.module.css'

interface RequestNoticeProps {
  readonly request: NonNullable<IssueData['request']>
}

/** The facts of a request that its readers have to know before they answer. @source SDESK-003 */
export function RequestNotice({ request }: RequestNoticeProps) {
  const { email, isUnverified, isFromElsewhere } = request
  const path = useLocation(location => location.path)
  return (
    <div className={styles.notice}>
      <p className={styles.requester}>
        Requested by{' '}
        <strong>
          <bdi>{email}</bdi>
        </strong>{' '}
        by way of the service desk
      </p>
      {isUnverified && (
        <Banner tone="warning" title="Unverified sender">
          The mail server could not confirm that this email is from {email}. Comments are not sent to this address.
        </Banner>
      )}
      {isFromElsewhere && <MovedAlert key={path} path={path} request={request} />}
    </div>
  )
}

function MovedAlert({ path, request }: RequestNoticeProps & { readonly path: string }) {
  const [isGone, setGone] = useState(false)
  // Only the browser knows of it.
  const isKnown = useIsHydrated()
  if (isGone || !isKnown || isDismissed(path)) return null
  return (
    <Banner
      tone="warning"
      title="Moved from the service desk of another project"
      onDismiss={() => {
        dismiss(path)
        setGone(true)
      }}
    >
      {request.hasDesk
        ? 'The requester still gets your comments by email, and their replies appear here.'
        : 'This project has no service desk. The requester still gets your comments by email, and their replies appear here.'}
    </Banner>
  )
}
