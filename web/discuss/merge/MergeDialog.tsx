import { Fragment, useState } from 'react'
import { Button } from '#web/ui/actions/Button.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { useId } from '#web/ui/use-id.tsx'
import styles from './MergeDialog.module.css'
import { type MergePiece, type Pick, pickedText } from './merge-texts.ts'
import type { MergedPart } from './parts.ts'

export interface MergeDialogProps {
  readonly parts: readonly MergedPart[]
  /** The merged texts, in the order of the parts. */
  readonly onPicked: (texts: readonly string[]) => void
  readonly onClose: () => void
}

type Overlap = Extract<MergePiece, { kind: 'overlap' }>

interface Question {
  readonly part: MergedPart
  readonly overlap: Overlap
  /** The lines around it, as they will read. */
  readonly before: string
  readonly after: string
}

/** Shows what both changed side by side, to pick from. */
export function MergeDialog({ parts, onPicked, onClose }: MergeDialogProps) {
  const questions = parts.flatMap(questionsOf)
  const [picks, setPicks] = useState<readonly (Pick | null)[]>(() => questions.map(() => null))
  const isReady = picks.every(pick => pick !== null)

  function finish() {
    let from = 0
    const texts = parts.map(({ pieces }) => {
      const count = pieces.filter(piece => piece.kind === 'overlap').length
      const own = picks.slice(from, from + count).map(pick => pick ?? 'mine')
      from += count
      return pickedText(pieces, own)
    })
    onPicked(texts)
  }

  return (
    <Dialog
      title={questions.length === 1 ? 'Conflicting change' : `${questions.length} conflicting changes`}
      description="Choose which version to keep. Other changes are merged automatically. Nothing is saved until you save."
      size="l"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!isReady} onClick={finish}>
            Use merged text
          </Button>
        </>
      }
    >
      <Stack>
        {questions.map((question, index) => (
          <OverlapChoice
            // biome-ignore lint/suspicious/noArrayIndexKey: the questions stay as they are while the dialog is open
            key={index}
            question={question}
            title={
              questions.length === 1
                ? question.part.label
                : `${question.part.label}, ${index + 1} of ${questions.length}`
            }
            pick={picks[index] ?? null}
            onPick={pick => setPicks(picks.map((each, place) => (place === index ? pick : each)))}
          />
        ))}
      </Stack>
    </Dialog>
  )
}

interface OverlapChoiceProps {
  readonly question: Question
  readonly title: string
  readonly pick: Pick | null
  readonly onPick: (pick: Pick) => void
}

function OverlapChoice({ question, title, pick, onPick }: OverlapChoiceProps) {
  const { part, overlap, before, after } = question
  const name = useId()
  const choices: readonly { readonly pick: Pick; readonly label: string; readonly text: string | null }[] = [
    { pick: 'mine', label: 'Yours', text: overlap.mine },
    { pick: 'theirs', label: 'Theirs', text: overlap.theirs },
    ...(part.isLine === true || overlap.mine === '' || overlap.theirs === ''
      ? []
      : [{ pick: 'both' as const, label: 'Both, yours first', text: null }]),
  ]
  return (
    <fieldset className={styles.question}>
      <legend className={styles.legend}>{title}</legend>
      {before !== '' && <Around text={before} />}
      <div className={styles.sides}>
        {choices.map(choice => (
          <label key={choice.pick} className={styles.side} data-wide={choice.text === null || undefined}>
            <span className={styles.head}>
              <input
                type="radio"
                // A form around the dialog is not theirs to send.
                form={`${name}-none`}
                name={name}
                checked={pick === choice.pick}
                onChange={() => onPick(choice.pick)}
              />
              {choice.label}
            </span>
            {choice.text !== null &&
              (choice.text === '' ? (
                <span className={styles.none}>Deleted</span>
              ) : (
                <pre data-scrolls className={styles.text} dir="auto">
                  {choice.text.replace(/^\n+|\n+$/g, '')}
                </pre>
              ))}
          </label>
        ))}
      </div>
      {after !== '' && <Around text={after} />}
    </fieldset>
  )
}

function Around({ text }: { readonly text: string }) {
  return (
    <p className={styles.around} dir="auto">
      {text.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that does not change
        <Fragment key={index}>
          {index > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </p>
  )
}

const aroundLines = 2

function questionsOf(part: MergedPart): readonly Question[] {
  return part.pieces.flatMap((piece, index) => {
    if (piece.kind !== 'overlap') return []
    const before = part.pieces[index - 1]
    const after = part.pieces[index + 1]
    return [
      {
        part,
        overlap: piece,
        before: before?.kind === 'settled' ? linesOf(before.text).slice(-aroundLines).join('\n') : '',
        after: after?.kind === 'settled' ? linesOf(after.text).slice(0, aroundLines).join('\n') : '',
      },
    ]
  })
}

const linesOf = (text: string): readonly string[] => text.split('\n').filter(line => line.trim() !== '')
