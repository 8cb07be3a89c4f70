import type { ReactNode } from 'react'
import type { ReplyOf } from '#contract/operation.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { ListRow } from '#web/ui/layout/List.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { topicPath } from '../places/project-topic-path.ts'

export type Topic = ReplyOf<typeof import('#contract/foundation/project-topics.ts').getTopic>

interface TopicRowProps {
  readonly topic: Topic
  readonly actions?: ReactNode
}

export function TopicRow({ topic, actions }: TopicRowProps) {
  const { id, name, title, description, totalProjectsCount, avatarUrl } = topic
  return (
    <ListRow
      leading={<Avatar id={id} name={title} avatarUrl={avatarUrl} sizePx={32} shape="square" named={false} />}
      title={<Anchor href={topicPath(name)}>{title}</Anchor>}
      detail={
        <>
          {title !== name && <span>{name}</span>}
          <span>{counted(totalProjectsCount, 'project')}</span>
          {description !== null && <span>{description}</span>}
        </>
      }
      trailing={actions}
    />
  )
}
