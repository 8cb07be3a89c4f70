import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import type { CommitLine } from '../../shapes.ts'
import styles from './Person.module.css'

type Writer = Pick<CommitLine, 'author' | 'authorName' | 'authorEmail'>

/** The author of a commit: the account of that address, or else the name in the commit. */
export function PersonAvatar({ of, sizePx = 20 }: { readonly of: Writer; readonly sizePx?: 16 | 20 | 24 | 32 | 40 }) {
  return of.author === null ? (
    <Avatar id={of.authorEmail || of.authorName} name={of.authorName} sizePx={sizePx} named={false} />
  ) : (
    <Avatar {...of.author} sizePx={sizePx} named={false} />
  )
}

export function PersonName({ of }: { readonly of: Writer }) {
  return of.author === null ? (
    <span className={styles.name} title={of.authorEmail}>
      {of.authorName}
    </span>
  ) : (
    <TextLink tone="plain" href={`/${of.author.username}`} className={styles.name}>
      {of.author.name}
    </TextLink>
  )
}
