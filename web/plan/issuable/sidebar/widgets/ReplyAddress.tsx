import { MailIcon } from '@primer/octicons-react'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import styles from './widgets.module.css'

/** The address to which a comment can be written by mail. @source REF-005 */
export function ReplyAddress({ address }: { readonly address: string }) {
  return (
    <SidebarField
      label="Comment by email"
      icon={<MailIcon />}
      control={
        <span className={styles.copy}>
          <CopyButton text={address} label="Copy email address" />
        </span>
      }
    >
      <code className={styles.address}>{address}</code>
      <p>This address is private to you. Anything sent to it is posted as your comment.</p>
    </SidebarField>
  )
}
