import { SearchIcon } from '@primer/octicons-react'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Popover } from '#web/ui/floating/Popover.tsx'
import { later } from '#web/ui/later.ts'

const CommentSearch = later(() => import('./CommentSearch.tsx').then(module => module.CommentSearch))

/** Looks for words in the whole discussion, also in what the page has not loaded. */
export function DiscussionSearch() {
  return (
    <Popover
      label="Search comments"
      placement="bottom-end"
      trigger={<IconButton label="Search comments" icon={<SearchIcon />} size="s" />}
    >
      {close => <CommentSearch onChosen={close} />}
    </Popover>
  )
}
