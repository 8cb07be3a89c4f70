import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { topicPath } from './project-topic-path.ts'
import styles from './TopicChips.module.css'

interface TopicChipsProps {
  readonly topics: readonly string[]
  /** The number of topics to show before "+2 more". */
  readonly max?: number
}

/** The topics of a project, each linked to its page. */
export function TopicChips({ topics, max = topics.length }: TopicChipsProps) {
  if (topics.length === 0) return null
  return (
    <ul aria-label="Topics" className={styles.topics}>
      {topics.slice(0, max).map(topic => (
        <li key={topic}>
          <Anchor href={topicPath(topic)} className={styles.topic}>
            {topic}
          </Anchor>
        </li>
      ))}
      {topics.length > max && <li className={styles.more}>+{topics.length - max} more</li>}
    </ul>
  )
}
