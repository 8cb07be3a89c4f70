import { ArrowRightIcon, StackIcon } from '@primer/octicons-react'
import { Mark } from '#web/plan/issuable/header/IssuableHeader.tsx'
import type { IssuePageData } from '#web/plan/shapes.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'

/** Says of a moved issue where it went, as far as the viewer may know that. @source MOVE-004 */
export function MovedMark({ movedTo }: Pick<IssuePageData, 'movedTo'>) {
  return (
    <Mark>
      <ArrowRightIcon size={12} />
      {movedTo === null ? (
        'Moved'
      ) : (
        <span>
          Moved to <TextLink href={movedTo.webPath}>{movedTo.reference}</TextLink>
        </span>
      )}
    </Mark>
  )
}

/** Says of a promoted issue which epic it became. */
export function PromotedMark({ promotedTo }: { readonly promotedTo: NonNullable<IssuePageData['promotedTo']> }) {
  return (
    <Mark>
      <StackIcon size={12} />
      <span>
        Promoted to <TextLink href={promotedTo.webPath}>{promotedTo.reference}</TextLink>
      </span>
    </Mark>
  )
}
