import { HistoryIcon } from '@primer/octicons-react'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import type { CodePlace, CommitLine } from '../../shapes.ts'
import { commitHref } from '../addresses.ts'
import { CommitId } from './CommitId.tsx'
import styles from './LastCommit.module.css'
import { PersonAvatar, PersonName } from './Person.tsx'
import { PipelineLink } from './PipelineLink.tsx'

interface LastCommitProps {
  readonly place: CodePlace
  readonly commit: CommitLine
  readonly historyHref: string
  readonly historyLabel?: string
}

/** One line: who changed this last, how, and when; the way to what was before. */
export function LastCommit({ place, commit, historyHref, historyLabel = 'History' }: LastCommitProps) {
  return (
    <div className={styles.bar}>
      <div className={styles.what}>
        <PersonAvatar of={commit} sizePx={24} />
        <span className={styles.who}>
          <PersonName of={commit} />
        </span>
        <TextLink tone="plain" href={commitHref(place, commit.id)} className={styles.title} title={commit.title}>
          {commit.title}
        </TextLink>
      </div>
      <div className={styles.when}>
        <PipelineLink place={place} pipeline={commit.pipeline} />
        <span className={styles.id}>
          <CommitId place={place} id={commit.id} />
        </span>
        <RelativeTime at={commit.committedDate} className={styles.time} />
        <LinkButton href={historyHref} variant="quiet" size="s" icon={<HistoryIcon />}>
          {historyLabel}
        </LinkButton>
      </div>
    </div>
  )
}
