import { call } from '#web/api/client.ts'
import { beginWrite } from '#web/api/own-writes.ts'
import { messages } from '#web/discuss/reactions/messages.ts'
import { Reactions } from '#web/discuss/reactions/Reactions.tsx'
import { type Reaction, summedUp } from '#web/discuss/reactions/reactions.ts'
import { usePresses } from '#web/discuss/reactions/use-presses.ts'
import { useIssuable } from './issuable-context.tsx'
import { usePageCache } from './page-cache.ts'

/** The reactions to the issuable itself, below its description. @source EMOJI-015, ISSUE-031 */
export function IssuableReactions({ canReact }: { readonly canReact: boolean }) {
  const { kind, issuable, target, topic } = useIssuable()
  const { namespace, iid } = target
  const cache = usePageCache()
  const reactions = issuable.awards.map(({ users, ...award }) => ({ ...award, people: users }))
  function draw(next: readonly Reaction[]) {
    const awards = next.map(({ people, ...award }) => ({ ...award, users: [...people] }))
    cache.change(() => ({ issuable: { awards } }))
  }
  const press = usePresses({
    isMine: name => reactions.some(each => each.name === name && each.isMine),
    begin: names => {
      const begun = beginWrite(topic)
      draw(summedUp(reactions, names))
      return {
        send: async name =>
          (await begun).send(carried => call(kind.calls.toggleAward, { namespace, iid, name }, { carried })),
        takeBack: () => draw(reactions),
        end: async () => (await begun).end(),
      }
    },
    failure: messages.award,
  })
  return <Reactions reactions={reactions} canReact={canReact} withPicker onPress={press} />
}
