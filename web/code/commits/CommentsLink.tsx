import { CommentIcon } from '@primer/octicons-react'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { counted } from '#web/ui/text/counted.ts'
import type { CodePlace, CommitLine } from '../shapes.ts'
import { commitHref } from '../shared/addresses.ts'

interface CommentsLinkProps {
  readonly place: Pick<CodePlace, 'namespace'>
  readonly commit: CommitLine
}

/** The number of comments of a commit, as a link to them; nothing for none. */
export function CommentsLink({ place, commit: { id, shortId, commentCount = 0 } }: CommentsLinkProps) {
  if (commentCount === 0) return null
  return (
    <LinkButton
      href={commitHref(place, id)}
      variant="quiet"
      size="s"
      icon={<CommentIcon />}
      aria-label={`${counted(commentCount, 'comment')} on commit ${shortId}`}
    >
      {commentCount.toLocaleString('en')}
    </LinkButton>
  )
}
