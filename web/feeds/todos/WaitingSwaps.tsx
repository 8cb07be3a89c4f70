import { userTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { getWaitingSwaps } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useScheduleTimes } from '#web/plan/on-call/schedule-times.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'

type WaitingSwap = ReplyOf<typeof import('#contract/plan/incidents/shift-swaps.ts').getWaitingSwaps>[number]

/** Requests for swaps of on-call shifts, which are answered on the on-call page of their project. */
export function WaitingSwaps() {
  const { user } = useViewer()
  const { data = [] } = useReading(getWaitingSwaps, {}, { topics: () => (user === null ? [] : [userTopic(user.id)]) })
  if (data.length === 0) return null
  return (
    <List aria-label="Requests for swaps of shifts">
      {data.map(swap => (
        <Row key={swap.id} swap={swap} />
      ))}
    </List>
  )
}

function Row({ swap }: { readonly swap: WaitingSwap }) {
  const { span } = useScheduleTimes(swap.timeZone)
  return (
    <ListRow
      leading={<Avatar {...swap.from} sizePx={32} named={false} />}
      title={
        <TextLink href={swap.path}>
          <bdi>{swap.from.name}</bdi> asks you {swap.isExchange ? 'to exchange a shift' : 'to take a shift'}
        </TextLink>
      }
      detail={
        <span>
          <bdi>{swap.projectName}</bdi> · <bdi>{swap.scheduleName}</bdi>, <bdi>{swap.rotationName}</bdi>: {span(swap)} (
          {swap.timeZone})
        </span>
      }
    />
  )
}
