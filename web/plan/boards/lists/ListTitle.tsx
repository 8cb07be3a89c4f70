import { IssueClosedIcon, IssueOpenedIcon, IterationsIcon, MilestoneIcon } from '@primer/octicons-react'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { LabelChip } from '#web/ui/status/LabelChip.tsx'
import { listTitle } from '../messages.ts'
import type { BoardListData } from '../shapes.ts'
import styles from './BoardList.module.css'

/** The title of a list, with its icon. */
export function ListTitle({ list }: { readonly list: BoardListData }) {
  const { kind, label, assignee } = list
  if (label !== null)
    return (
      <LabelChip title={label.name} color={label.color} textColor={label.textColor} description={label.description} />
    )
  const sign =
    kind === 'assignee' && assignee !== null ? (
      <Avatar {...assignee} sizePx={20} named={false} />
    ) : kind === 'milestone' ? (
      <MilestoneIcon />
    ) : kind === 'iteration' ? (
      <IterationsIcon />
    ) : kind === 'closed' ? (
      <IssueClosedIcon />
    ) : (
      <IssueOpenedIcon />
    )
  return (
    <span className={styles.words} data-kind={kind}>
      {sign}
      <bdi className={styles.name} title={listTitle(list)}>
        {listTitle(list)}
      </bdi>
    </span>
  )
}
