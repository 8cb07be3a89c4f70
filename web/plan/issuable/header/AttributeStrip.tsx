import { SidebarCollapseIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { MilestoneFact } from '#web/plan/facts/Fact.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { AvatarStack } from '#web/ui/people/AvatarStack.tsx'
import { LabelChips } from '#web/ui/status/LabelChips.tsx'
import { useIssuable } from '../issuable-context.tsx'
import { useWidgets } from '../sidebar/use-widgets.ts'
import styles from './AttributeStrip.module.css'

/** The main attributes in a narrow window, where the sidebar is a drawer. @param facts  those of the kind */
export function AttributeStrip({ facts }: { readonly facts?: ReactNode }) {
  const { issuable } = useIssuable()
  const showWidgets = useWidgets()
  const { assignees, labels, milestone } = issuable
  return (
    <div className={styles.strip}>
      <AvatarStack label="Assignees" people={assignees} most={3} />
      <LabelChips labels={labels} />
      {milestone && <MilestoneFact milestone={milestone} />}
      {facts}
      <Button size="s" icon={<SidebarCollapseIcon />} className={styles.details} onClick={() => showWidgets()}>
        Details
      </Button>
    </div>
  )
}
