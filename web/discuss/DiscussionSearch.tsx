import { SearchIcon } from '@primer/octicons-react'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Popover } from '#web/ui/floating/Popover.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'

const CommentSearch = onDemand(() => import('./CommentSearch.tsx').then(module => module.CommentSearch))

/** Looks for words in the whole discussion, also in what the page has not loaded. */
export function DiscussionSearch() {
  return (
    <Popover
      label="Search comments"
      placement="bottom-end"
      part={CommentSearch}
      trigger={<IconButton label="Search comments" icon={<SearchIcon />} size="s" />}
    >
      {close => <CommentSearch onChosen={close} />}
    </Popover>
  )
}
