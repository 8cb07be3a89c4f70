import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import type { CodePlace, CommitLine } from '../shapes.ts'
import { commitHref } from '../shared/addresses.ts'
import { CommitId } from '../shared/commits/CommitId.tsx'
import { PersonAvatar } from '../shared/commits/Person.tsx'
import { PipelineLink } from '../shared/commits/PipelineLink.tsx'
import styles from './refs.module.css'

interface RefCommitProps {
  readonly place: CodePlace
  readonly commit: CommitLine
}

/** The commit of a branch or tag. */
export function RefCommit({ place, commit }: RefCommitProps) {
  return (
    <div className={styles.commit}>
      <PersonAvatar of={commit} sizePx={16} />
      <CommitId place={place} id={commit.id} />
      <PipelineLink place={place} pipeline={commit.pipeline} />
      <TextLink tone="muted" href={commitHref(place, commit.id)} title={commit.title} className={styles.title}>
        {commit.title}
      </TextLink>
      <RelativeTime at={commit.committedDate} className={styles.time} />
    </div>
  )
}
