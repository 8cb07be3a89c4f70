import { AlertIcon, CommentIcon, EyeClosedIcon, KebabHorizontalIcon, TasklistIcon } from '@primer/octicons-react'
import type { MouseEvent } from 'react'
import { ChoiceFact, CountFact, DueDateFact, WeightFact } from '#web/plan/facts/Fact.tsx'
import { TasksFact } from '#web/plan/facts/TasksFact.tsx'
import { Title } from '#web/plan/facts/Title.tsx'
import { isPlainClick } from '#web/plan/peek/use-peek.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu, type MenuItem } from '#web/ui/actions/Menu.tsx'
import { AvatarStack } from '#web/ui/people/AvatarStack.tsx'
import { LabelChips } from '#web/ui/status/LabelChips.tsx'
import type { BoardListData, CardData } from '../shapes.ts'
import styles from './Card.module.css'
import { type CardPart, useCardParts } from './display.ts'

interface CardProps {
  readonly card: CardData
  /** The list of the card, whose label the card leaves out. */
  readonly list: BoardListData | null
  /** The label of its lane, which it leaves out, too. */
  readonly laneLabelId?: number | null
  readonly menu?: readonly MenuItem[] | null
  /** The copy that follows the pointer during a drag. */
  readonly isGhost?: boolean
  /** Show it beside the board, at its path. */
  readonly onOpen?: (path: string) => void
}

export function Card({ card, list, laneLabelId = null, menu = null, isGhost = false, onOpen }: CardProps) {
  const parts = useCardParts()
  const labels = parts.has('labels') ? card.labels.filter(({ id }) => id !== list?.label?.id && id !== laneLabelId) : []
  /** A click anywhere on the card; with a key such as Ctrl, the browser opens its page. */
  function press(event: MouseEvent<HTMLElement>) {
    if (onOpen === undefined || !isPlainClick(event)) return
    const pressed = event.target instanceof Element ? event.target.closest('a, button, [popover]') : null
    if (pressed !== null && !pressed.matches('[data-row-link]')) return
    event.preventDefault()
    onOpen(card.webPath)
  }
  return (
    <article className={styles.card} data-ghost={isGhost || undefined} data-state={card.state} onClickCapture={press}>
      <div className={styles.head}>
        {card.confidential && (
          <span role="img" aria-label="Confidential" title="Confidential" className={styles.confidential}>
            <EyeClosedIcon />
          </span>
        )}
        {isGhost ? (
          <span className={styles.title}>
            <Title title={card.title} html={card.titleHtml} />
          </span>
        ) : (
          <Anchor href={card.webPath} className={styles.title} data-row-link draggable={false}>
            <Title title={card.title} html={card.titleHtml} />
          </Anchor>
        )}
        {menu !== null && (
          <span className={styles.menu}>
            <Menu
              label={`Move ${card.reference}`}
              placement="bottom-end"
              trigger={
                <IconButton
                  size="s"
                  variant="quiet"
                  label={`Move ${card.reference}`}
                  tooltip={false}
                  icon={<KebabHorizontalIcon />}
                />
              }
              items={menu}
            />
          </span>
        )}
      </div>
      {labels.length > 0 && (
        <div className={styles.labels}>
          <LabelChips labels={labels} most={6} letters={99} />
        </div>
      )}
      <div className={styles.foot}>
        <span className={styles.facts}>
          <TypeSign type={card.type} />
          <span className={styles.reference}>{card.reference}</span>
          <Facts card={card} parts={parts} />
        </span>
        <AvatarStack label="Assignees" people={card.assignees} most={3} />
      </div>
    </article>
  )
}

function TypeSign({ type }: Pick<CardData, 'type'>) {
  if (type !== 'incident' && type !== 'task') return null
  const words = type === 'incident' ? 'Incident' : 'Task'
  return (
    <span role="img" aria-label={words} title={words} className={styles.type}>
      {type === 'incident' ? <AlertIcon size={12} /> : <TasklistIcon size={12} />}
    </span>
  )
}

function Facts({ card, parts }: Pick<CardProps, 'card'> & { readonly parts: ReadonlySet<CardPart> }) {
  const { dueDate, state, weight, type, severity, healthStatus, taskCompletionStatus: tasks, notesCount } = card
  return (
    <>
      {dueDate && parts.has('due-date') && <DueDateFact dueDate={dueDate} state={state} />}
      {parts.has('weight') && <WeightFact weight={weight} />}
      {type === 'incident' ? (
        <ChoiceFact name="severity" value={severity} />
      ) : (
        <ChoiceFact name="healthStatus" value={state === 'opened' ? healthStatus : null} />
      )}
      <TasksFact tasks={tasks} />
      {parts.has('comments') && <CountFact icon={<CommentIcon size={12} />} count={notesCount} noun="comment" />}
    </>
  )
}
