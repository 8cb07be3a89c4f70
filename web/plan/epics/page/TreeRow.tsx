import { ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { issuableTopic } from '#contract/live-topics.ts'
import { getGroupEpicTree } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { ChildRow, type ChildRowProps } from '#web/plan/issuable/rows/ChildRow.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { counted } from '#web/ui/text/counted.ts'
import type { EpicChildData } from '../shapes.ts'
import { useEpicPage } from './epic-context.ts'
import styles from './TreeRow.module.css'

interface TreeRowProps extends Omit<ChildRowProps, 'item' | 'opener' | 'facts' | 'children'> {
  readonly item: EpicChildData
}

/** An issue or a child epic, which opens what is in it. */
export function TreeRow({ item, ...row }: TreeRowProps) {
  const [isOpen, setOpen] = useState(false)
  const { sums } = item
  const canOpen = sums !== null && sums.childEpics + sums.childIssues > 0
  return (
    <ChildRow
      item={item}
      {...row}
      opener={
        canOpen ? (
          <IconButton
            size="s"
            label={`${isOpen ? 'Hide' : 'Show'} what is in ${item.reference}`}
            tooltip={false}
            aria-expanded={isOpen}
            icon={isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
            onClick={() => setOpen(!isOpen)}
          />
        ) : (
          <span className={styles.gap} />
        )
      }
      facts={
        sums !== null &&
        sums.openedIssues + sums.closedIssues > 0 && (
          <span>
            {sums.closedIssues} of {counted(sums.openedIssues + sums.closedIssues, 'issue')} closed
          </span>
        )
      }
    >
      {isOpen && canOpen && <Branch epicId={item.id} />}
    </ChildRow>
  )
}

/** What is in a child epic. */
function Branch({ epicId }: { readonly epicId: number }) {
  const { namespace } = useEpicPage()
  const { data } = useReading(
    getGroupEpicTree,
    { namespace: namespace.fullPath, epicId },
    { keepPrevious: true, topics: () => [issuableTopic('epic', epicId)] },
  )
  if (data === undefined) return <Skeleton rows={2} label="Loading child items" />
  return (
    <ul className={styles.branch}>
      {[...data.epics, ...data.issues].map(item => (
        <TreeRow key={item.id} item={item} />
      ))}
    </ul>
  )
}
