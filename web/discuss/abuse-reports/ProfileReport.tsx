import { ReportIcon } from '@primer/octicons-react'
import { useViewer } from '#web/api/viewer.ts'
import type { ProfileActionProps } from '#web/foundation/people/profile-actions.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import styles from './ProfileReport.module.css'
import { useReportAbuse } from './use-report-abuse.tsx'

/** The report button on another user's page, for signed-in users. */
export function ProfileReport({ user }: ProfileActionProps) {
  const viewer = useViewer()
  const report = useReportAbuse({ kind: 'profile', id: user.id, url: `/${user.username}`, author: user })
  if (viewer.user === null || user.isSelf || user.isBot) return null
  return (
    <>
      <Button variant="quiet" size="s" className={styles.button} icon={<ReportIcon />} onClick={report.open}>
        Report abuse
      </Button>
      {report.dialog}
    </>
  )
}
