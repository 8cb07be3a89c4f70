import {
  AlertIcon,
  ArrowRightIcon,
  BroadcastIcon,
  CalendarIcon,
  CheckCircleIcon,
  ClockIcon,
  CommentIcon,
  CopyIcon,
  CrossReferenceIcon,
  DotFillIcon,
  EyeClosedIcon,
  EyeIcon,
  type Icon,
  IssueOpenedIcon,
  LinkIcon,
  LockIcon,
  MilestoneIcon,
  NumberIcon,
  PencilIcon,
  PeopleIcon,
  PersonIcon,
  StackIcon,
  TagIcon,
  TasklistIcon,
  UnlinkIcon,
  UnlockIcon,
} from '@primer/octicons-react'
import type { PageNote } from '#contract/discuss/discussion-page.ts'

/** The icons of system notes by their names in the API, which attributes declare. Higher floors add theirs before a page shows. */
export const noteIcons: Record<string, Icon> = {
  'pencil-square': PencilIcon,
  'task-done': TasklistIcon,
  user: PersonIcon,
  users: PeopleIcon,
  label: TagIcon,
  milestone: MilestoneIcon,
  weight: NumberIcon,
  'issue-close': CheckCircleIcon,
  issues: IssueOpenedIcon,
  status: BroadcastIcon,
  severity: AlertIcon,
  lock: LockIcon,
  'lock-open': UnlockIcon,
  'eye-slash': EyeClosedIcon,
  eye: EyeIcon,
  calendar: CalendarIcon,
  timer: ClockIcon,
  link: LinkIcon,
  unlink: UnlinkIcon,
  comment: CommentIcon,
  epic: StackIcon,
  'arrow-right': ArrowRightIcon,
  documents: CopyIcon,
}

export function iconOf({ systemAction, systemNoteIconName }: PageNote): Icon {
  // The API has the icon of a link for a mention.
  if (systemAction === 'cross_reference') return CrossReferenceIcon
  return noteIcons[systemNoteIconName ?? ''] ?? DotFillIcon
}
