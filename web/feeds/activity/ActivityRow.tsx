import { EyeClosedIcon, LockIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { kindWord } from '#contract/issuable-kinds.ts'
import { commitHref, commitsHref, compareHref } from '#web/code/shared/addresses.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { ListRow } from '#web/ui/layout/List.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { NameText } from '#web/ui/text/NameText.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { plainWords } from '../todos/plain-words.ts'
import styles from './ActivityRow.module.css'
import type { Activity } from './merged.ts'

interface ActivityRowProps {
  readonly activity: Activity
  /** The project whose page this is: its rows do not repeat it. */
  readonly within: number | null
}

/** One event as a sentence: who did what, where and when. */
export function ActivityRow({ activity, within }: ActivityRowProps) {
  const { author, place, target, comment, push } = activity
  return (
    <ListRow
      leading={
        <Anchor href={`/${author.username}`} tabIndex={-1} className={styles.avatar}>
          <Avatar {...author} sizePx={32} />
        </Anchor>
      }
      title={
        <span className={styles.sentence} dir="auto">
          <strong className={styles.author}>
            <bdi>{author.name}</bdi>
          </strong>{' '}
          <Sentence activity={activity} />
        </span>
      }
      badges={
        <>
          {target?.confidential && <EyeClosedIcon size={12} aria-label="Confidential" />}
          {comment?.internal && <LockIcon size={12} aria-label="Internal note" />}
        </>
      }
      detail={
        <>
          {push !== null && <Commits push={push} namespace={place.fullPath} />}
          {place.id !== within && !isAboutPlace(activity) && (
            <TextLink href={`/${place.fullPath}`} className={styles.place}>
              {place.fullName}
            </TextLink>
          )}
          <RelativeTime at={activity.createdAt} />
          {comment !== null && (
            <q className={styles.excerpt} dir="auto">
              {plainWords(comment.excerpt)}
            </q>
          )}
        </>
      }
    />
  )
}

const isAboutPlace = ({ target, push }: Activity): boolean => target === null && push === null

function Sentence({ activity }: { readonly activity: Activity }): ReactNode {
  const { action, place, target, push } = activity
  if (push !== null) return <Push push={push} namespace={place.fullPath} />
  if (target === null)
    return (
      <>
        {action} the {place.kind} <TextLink href={`/${place.fullPath}`}>{place.fullName}</TextLink>
      </>
    )
  return (
    <>
      {verbOf(activity)} {kindWord(target.type)}{' '}
      {target.path === null ? (
        <em>
          <bdi>{target.title}</bdi>
        </em>
      ) : (
        <TextLink href={target.path}>{target.title}</TextLink>
      )}
      {target.reference !== null && <span className={styles.reference}> {target.reference}</span>}
    </>
  )
}

function verbOf({ action, target }: Activity): string {
  switch (action) {
    case 'created':
      return target?.type === 'milestone' ? 'created' : 'opened'
    case 'commented':
      return 'commented on'
    case 'destroyed':
      return 'deleted'
    default:
      return action
  }
}

interface PushProps {
  readonly push: NonNullable<Activity['push']>
  readonly namespace: string
}

const pushVerbs = { created: 'created', removed: 'deleted', pushed: 'pushed to' } as const

function Push({ push, namespace }: PushProps) {
  const { action, refType, ref, refCount } = push
  if (ref === null) {
    const noun = refType === 'tag' ? 'tags' : 'branches'
    return `${pushVerbs[action]} ${refCount} ${noun}`
  }
  return (
    <>
      {pushVerbs[action]} {refType}{' '}
      {action === 'removed' ? (
        <code>
          <NameText name={ref} />
        </code>
      ) : (
        <TextLink href={commitsHref({ namespace }, ref)}>
          <code>
            <NameText name={ref} />
          </code>
        </TextLink>
      )}
    </>
  )
}

function Commits({ push, namespace }: PushProps) {
  const { commitCount, commitFrom, commitTo, commitTitle } = push
  if (commitCount === 0 || commitTo === null) return null
  return (
    <>
      {commitCount > 1 && commitFrom !== null ? (
        <TextLink href={compareHref({ namespace }, commitFrom, commitTo)} className={styles.count}>
          {commitCount} commits
        </TextLink>
      ) : (
        commitCount > 1 && <span>{commitCount} commits</span>
      )}
      {commitTitle !== null && (
        <TextLink href={commitHref({ namespace }, commitTo)} className={styles.commit} dir="auto">
          {commitTitle}
        </TextLink>
      )}
    </>
  )
}
