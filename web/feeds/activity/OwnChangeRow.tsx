import { EyeClosedIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { ReplyOf } from '#contract/operation.ts'
import { changeText } from '#web/plan/change-sets/change-text.ts'
import { itemsOf } from '#web/plan/change-sets/change-words.ts'
import { type StartedChange, undoChanges, undoSingle } from '#web/plan/change-sets/undo-change.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { ListRow } from '#web/ui/layout/List.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import styles from './ActivityRow.module.css'

type OwnChange = ReplyOf<typeof import('#contract/feeds/own-changes.ts').ownChangesPage>['changes'][number]

interface OwnChangeRowProps {
  readonly change: OwnChange
  readonly onUndo: (started: StartedChange) => void
}

/** One change of the viewer as a sentence: the change, and its item or the number of items. */
export function OwnChangeRow({ change, onUndo }: OwnChangeRowProps) {
  const { target, place, createdAt } = change
  return (
    <ListRow
      title={
        <span className={styles.sentence} dir="auto">
          <Sentence change={change} />
        </span>
      }
      badges={target?.confidential && <EyeClosedIcon size={12} aria-label="Confidential" />}
      detail={
        <>
          <TextLink href={`/${place.fullPath}`} className={styles.place}>
            {place.fullName}
          </TextLink>
          <RelativeTime at={createdAt} />
        </>
      }
      trailing={<UndoOf change={change} onUndo={onUndo} />}
    />
  )
}

function Sentence({ change }: { readonly change: OwnChange }) {
  const { made, target } = change
  return made.map(({ before, preposition, after, count }, index) => (
    <span key={`${before} ${after}`}>
      {index > 0 && ', '}
      {target !== null && index > 0 ? (
        changeText({ before, preposition: '', after }, '')
      ) : (
        <>
          {index === 0 ? capitalized(before) : before} {preposition} <Items change={change} count={count} />
          {after !== '' && ` ${after}`}
        </>
      )}
    </span>
  ))
}

function Items({ change, count }: { readonly change: OwnChange; readonly count: number }) {
  const { target } = change
  if (target === null) return <strong className={styles.author}>{itemsOf(change, count)}</strong>
  return (
    <>
      <TextLink href={target.path}>{target.title}</TextLink>
      <span className={styles.reference}> {target.reference}</span>
    </>
  )
}

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

function UndoOf({ change, onUndo }: OwnChangeRowProps) {
  const [isBusy, setBusy] = useState(false)
  const { undo, changeSetId, eventId, isReverted } = change
  const hasFailed = undo !== null && !undo.isRunning && undo.changed === 0 && undo.refused > 0
  const result = undo !== null && <span className={styles.reference}>{undoneText(change, undo)}</span>
  if (undo !== null && !hasFailed) return result
  if (isReverted) return <span className={styles.reference}>Undone</span>
  const run = async () => {
    setBusy(true)
    if (changeSetId !== null) await undoChanges([changeSetId], onUndo)
    else if (eventId !== null) await undoSingle(eventId, onUndo)
    setBusy(false)
  }
  return (
    <>
      {result}
      <Button size="s" busy={isBusy} onClick={() => void run()}>
        {hasFailed ? 'Try again' : 'Undo'}
      </Button>
    </>
  )
}

function undoneText(change: OwnChange, { changed, refused, isRunning }: NonNullable<OwnChange['undo']>): string {
  if (isRunning) return 'Undoing'
  if (refused === 0) return 'Undone'
  return changed === 0 ? 'Could not be undone' : `Undone, ${itemsOf(change, refused)} skipped`
}
