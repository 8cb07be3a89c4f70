import { MailIcon } from '@primer/octicons-react'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import styles from './widgets.module.css'

/** The address to which a comment can be written by mail; null where the server receives none. @source REF-005 */
export function CopyEmailWidget() {
  const { replyAddress } = useIssuable()
  return (
    replyAddress !== null && (
      <SidebarField
        label="Comment by email"
        icon={<MailIcon />}
        control={
          <span className={styles.copy}>
            <CopyButton text={replyAddress} label="Copy email address" />
          </span>
        }
      >
        <code className={styles.address}>{replyAddress}</code>
        <p>This address is private to you. Anything sent to it is posted as your comment.</p>
      </SidebarField>
    )
  )
}
