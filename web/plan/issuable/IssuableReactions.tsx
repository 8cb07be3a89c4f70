import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { issueDiscussionPage } from '#web/api/operations.gen.ts'
import { messages } from '#web/discuss/messages.ts'
import { Reactions } from '#web/discuss/reactions/Reactions.tsx'
import { type Reaction, summedUp } from '#web/discuss/reactions/reactions.ts'
import { usePresses } from '#web/discuss/reactions/use-presses.ts'
import type { IssuePageData } from '#web/plan/shapes.ts'
import { issuePageKey, targetOf, useIssuePage } from './issuable-context.tsx'

/** The reactions to the issue itself, below its description. @source EMOJI-015, ISSUE-031 */
export function IssuableReactions({ canReact }: { readonly canReact: boolean }) {
  const page = useIssuePage()
  const client = useQueryClient()
  const key = issuePageKey(page)
  const { namespace, iid } = targetOf(page)
  const reactions = page.issue.awards.map(({ users, ...award }) => ({ ...award, people: users }))
  function draw(next: readonly Reaction[]) {
    const awards = next.map(({ people, ...award }) => ({ ...award, users: [...people] }))
    client.setQueryData<IssuePageData>(key, before => before && { ...before, issue: { ...before.issue, awards } })
  }
  const press = usePresses({
    isMine: name => reactions.some(each => each.name === name && each.isMine),
    show: names => {
      // An answer on its way would show what was before.
      void client.cancelQueries({ queryKey: key })
      draw(summedUp(reactions, names))
      return () => {
        draw(reactions)
        void client.invalidateQueries({ queryKey: key })
      }
    },
    send: name => call(issueDiscussionPage.toggleAward, { namespace, iid, name }),
    failure: messages.award,
  })
  return <Reactions reactions={reactions} canReact={canReact} withPicker onPress={press} />
}
