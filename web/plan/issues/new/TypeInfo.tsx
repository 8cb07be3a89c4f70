import { QuestionIcon } from '@primer/octicons-react'
import styles from '#web/plan/issuable/new/NewIssuableForm.module.css'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Popover } from '#web/ui/floating/Popover.tsx'

/** The purposes of the types of issues. @source NEWISSUE-011, NEWISSUE-012 */
export function TypeInfo() {
  return (
    <Popover
      label="Issue types"
      placement="bottom-end"
      trigger={<IconButton size="s" label="What are the types for?" icon={<QuestionIcon size={14} />} />}
    >
      {() => (
        <dl className={styles.types}>
          <dt>Issue</dt>
          <dd>For general work</dd>
          <dt>Incident</dt>
          <dd>For investigating IT service disruptions or outages</dd>
        </dl>
      )}
    </Popover>
  )
}
