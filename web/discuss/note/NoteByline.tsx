import { CheckCircleFillIcon, EyeClosedIcon } from '@primer/octicons-react'
import type { NoteAuthor, PageNote } from '#contract/discuss/discussion-page.ts'
import { PageLink } from '#web/api/route.tsx'
import { textLinkLook } from '#web/ui/actions/TextLink.tsx'
import { Tooltip } from '#web/ui/floating/Tooltip.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { messages } from '../messages.ts'
import { NewDot } from '../news/NewDot.tsx'
import { useIsNew } from '../news/use-news.ts'
import styles from './NoteView.module.css'

// Few people set one.
const AuthorStatus = onDemand(() => import('./AuthorStatus.tsx').then(module => module.AuthorStatus), {
  holdsKeys: false,
})

const ExternalAuthor = onDemand(() => import('./ExternalAuthor.tsx').then(module => module.ExternalAuthor), {
  holdsKeys: false,
})

/** Whether the author's account was deleted: their notes then belong to the ghost user. @source NOTE-008 */
export const isGone = (author: Pick<NoteAuthor, 'path' | 'state' | 'username'>): boolean =>
  author.path === '' || author.state === 'deleted' || author.username === 'ghost'

interface NoteBylineProps {
  readonly note: PageNote
  /** Resolved within a thread that is not. */
  readonly isResolvedAlone: boolean
}

export function NoteAvatar({ note }: { readonly note: Pick<PageNote, 'author'> }) {
  return (
    <span className={styles.avatar}>
      <Avatar {...note.author} sizePx={40} named={false} className={styles.face} />
    </span>
  )
}

interface AuthorNameProps {
  readonly author: NoteAuthor
  readonly className?: string | undefined
}

export function AuthorName({ author, className }: AuthorNameProps) {
  if (isGone(author)) return <strong>{messages.deletedUser}</strong>
  return (
    <PageLink href={author.path} {...textLinkLook('plain', className)}>
      <bdi>{author.name}</bdi>
    </PageLink>
  )
}

/** The author and time of a note, with notable facts about the author. */
export function NoteByline({ note, isResolvedAlone }: NoteBylineProps) {
  const { author } = note
  const isNew = useIsNew(note.id)
  return (
    <span className={styles.byline}>
      {note.externalAuthor !== undefined && (
        <ExternalAuthor email={note.externalAuthor} isUnverified={note.externalIsUnverified === true} />
      )}
      <AuthorName author={author} className={styles.author} />
      {!isGone(author) && <span className={styles.username}>{`@${author.username}`}</span>}
      {author.showStatus && (
        <AuthorStatus html={author.statusTooltipHtml ?? ''} fallback={<span className={styles.status} />} />
      )}
      {author.availability === 'busy' && <span>(Busy)</span>}
      <PageLink href={note.noteableNoteUrl} {...textLinkLook('muted', styles.time)}>
        <RelativeTime at={note.createdAt} />
      </PageLink>
      {isNew && <NewDot />}
      {note.internal && (
        <Tooltip text={messages.internal}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip must be reachable by keyboard */}
          <span className={styles.badge} data-tone="internal" tabIndex={0}>
            <EyeClosedIcon size={12} /> Internal note
          </span>
        </Tooltip>
      )}
      {isResolvedAlone && (
        <span className={styles.badge}>
          <CheckCircleFillIcon size={12} className={styles.resolved} /> Resolved
        </span>
      )}
      {author.isGitlabEmployee && <span className={styles.badge}>Staff</span>}
      {note.isNoteableAuthor && <span className={styles.badge}>Author</span>}
      {note.humanAccess !== null ? (
        <span className={styles.badge}>{note.humanAccess}</span>
      ) : (
        note.isContributor && <span className={styles.badge}>Contributor</span>
      )}
    </span>
  )
}
