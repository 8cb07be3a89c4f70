import {
  CheckCircleIcon,
  EyeClosedIcon,
  GitMergeIcon,
  GitPullRequestClosedIcon,
  GitPullRequestIcon,
  IssueOpenedIcon,
  LockIcon,
} from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { signOf } from '../icon.tsx'
import styles from './StateBadge.module.css'

type BadgeState = 'opened' | 'closed' | 'merged' | 'locked' | 'confidential'

interface StateBadgeProps {
  readonly state: BadgeState
  /** A merge request closes with another sign than an issue. */
  readonly of?: 'issue' | 'merge_request'
  /** Solid on a page's header, soft in a line of others, the icon alone in a list. */
  readonly look?: 'solid' | 'soft' | 'icon'
  readonly children?: ReactNode
  readonly className?: string | undefined
}

const words = {
  opened: 'Open',
  closed: 'Closed',
  merged: 'Merged',
  locked: 'Locked',
  confidential: 'Confidential',
} satisfies Record<BadgeState, string>

export function StateBadge({
  state,
  of = 'issue',
  look = 'soft',
  children = words[state],
  className,
}: StateBadgeProps) {
  const Icon = iconOf(state, of)
  if (look === 'icon') {
    return (
      <i
        {...signOf(Icon)}
        role="img"
        aria-label={words[state]}
        title={words[state]}
        data-state={state}
        className={classes(styles.icon, className)}
      />
    )
  }
  return (
    <span data-state={state} data-look={look} className={classes(styles.badge, className)}>
      <Icon size={look === 'solid' ? 16 : 12} />
      {children}
    </span>
  )
}

function iconOf(state: BadgeState, of: 'issue' | 'merge_request') {
  switch (state) {
    case 'opened':
      return of === 'issue' ? IssueOpenedIcon : GitPullRequestIcon
    case 'closed':
      return of === 'issue' ? CheckCircleIcon : GitPullRequestClosedIcon
    case 'merged':
      return GitMergeIcon
    case 'locked':
      return LockIcon
    case 'confidential':
      return EyeClosedIcon
    default:
      return state satisfies never
  }
}
