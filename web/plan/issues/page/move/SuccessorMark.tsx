import type { ReactNode } from 'react'
import { Mark } from '#web/plan/issuable/header/IssuableHeader.tsx'
import type { IssuePageData } from '#web/plan/shapes.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'

interface SuccessorMarkProps {
  readonly icon: ReactNode
  readonly change: 'Moved' | 'Promoted'
  /** Null where the viewer may not know of it. */
  readonly successor: IssuePageData['movedTo']
}

/** Leads from an issue that was moved or promoted to what it became. @source MOVE-004 */
export function SuccessorMark({ icon, change, successor }: SuccessorMarkProps) {
  return (
    <Mark>
      {icon}
      <span>
        {change}
        {successor && (
          <>
            {' to '}
            <TextLink href={successor.webPath}>{successor.reference}</TextLink>
          </>
        )}
      </span>
    </Mark>
  )
}
