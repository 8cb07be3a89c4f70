import { CodeIcon, EllipsisIcon } from '@primer/octicons-react'
import { type ReactNode, useState } from 'react'
import { dayWords } from '#contract/day-words.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Tooltip } from '#web/ui/floating/Tooltip.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { useReader } from '#web/ui/reader.ts'
import { counted } from '#web/ui/text/counted.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import type { CodePlace, CommitLine } from '../shapes.ts'
import { commitHref, treeHref } from '../shared/addresses.ts'
import { CommitId } from '../shared/commits/CommitId.tsx'
import { PersonAvatar, PersonName } from '../shared/commits/Person.tsx'
import { PipelineLink } from '../shared/commits/PipelineLink.tsx'
import rows from '../shared/Rows.module.css'
import { byDay } from './by-day.ts'
import { CommentsLink } from './CommentsLink.tsx'
import styles from './CommitList.module.css'

interface CommitListProps {
  readonly place: CodePlace
  readonly commits: readonly CommitLine[]
  readonly headingLevel?: 2 | 3
  /** The address behind the title of a commit; its page by default. */
  readonly hrefOf?: (commit: CommitLine) => string
  /** Buttons of a commit, behind those that every commit has. */
  readonly actionsOf?: (commit: CommitLine) => ReactNode
}

/** Commits by day, newest first. */
export function CommitList({ place, commits, headingLevel = 2, hrefOf, actionsOf }: CommitListProps) {
  const Heading = `h${headingLevel}` as const
  const reader = useReader()
  return (
    <Stack gap={5}>
      {byDay(commits, reader).map(({ day, commits: ofDay }) => (
        <section key={ofDay[0]?.id ?? day}>
          <Heading className={styles.heading}>
            {dayWords(day)} <span className={styles.count}>{counted(ofDay.length, 'commit')}</span>
          </Heading>
          <ul className={rows.list}>
            {ofDay.map(commit => (
              <CommitRow
                key={commit.id}
                place={place}
                commit={commit}
                href={hrefOf?.(commit) ?? commitHref(place, commit.id)}
                actions={actionsOf?.(commit)}
              />
            ))}
          </ul>
        </section>
      ))}
    </Stack>
  )
}

interface CommitRowProps {
  readonly place: CodePlace
  readonly commit: CommitLine
  readonly href: string
  readonly actions: ReactNode
}

function CommitRow({ place, commit, href, actions }: CommitRowProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li className={classes(rows.row, styles.row)}>
      <PersonAvatar of={commit} sizePx={32} />
      <div className={styles.words}>
        <div className={styles.line}>
          <Anchor href={href} data-commit className={styles.title}>
            {commit.title || 'No commit message'}
          </Anchor>
          {commit.body !== '' && (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={`Full message of ${commit.shortId}`}
              className={styles.more}
              onClick={() => setOpen(!isOpen)}
            >
              <EllipsisIcon size={12} />
            </button>
          )}
        </div>
        <div className={styles.detail}>
          <PersonName of={commit} /> committed <RelativeTime at={commit.committedDate} />
          {commit.parentIds.length > 1 && <span> · merge</span>}
        </div>
        {isOpen && <pre className={styles.message}>{commit.body}</pre>}
      </div>
      <div className={styles.actions}>
        <PipelineLink place={place} pipeline={commit.pipeline} />
        <CommentsLink place={place} commit={commit} />
        <CommitId place={place} id={commit.id} />
        <Tooltip text="Browse files at this commit" labels>
          <LinkButton
            href={treeHref(place, commit.id)}
            variant="quiet"
            size="s"
            icon={<CodeIcon />}
            aria-label="Browse files at this commit"
          />
        </Tooltip>
        {actions}
      </div>
    </li>
  )
}
