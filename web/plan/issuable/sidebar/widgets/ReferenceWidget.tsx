import { LinkIcon } from '@primer/octicons-react'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import styles from './widgets.module.css'

export function ReferenceWidget() {
  const { issuable } = useIssuable()
  const { short, full } = issuable.reference
  return (
    <SidebarField
      label="Reference"
      icon={<LinkIcon />}
      summary={short}
      foldedHint={full}
      control={
        <span className={styles.copy}>
          <CopyButton text={full} label="Copy reference" />
        </span>
      }
    >
      <span className={styles.reference}>{full}</span>
    </SidebarField>
  )
}
