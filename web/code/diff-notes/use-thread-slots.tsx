import { CommentIcon } from '@primer/octicons-react'
import { useMemo, useState } from 'react'
import type { DiffFile, DiffFileHead } from '#contract/code/diffs/diffs.ts'
import type { Noteable } from '#web/discuss/noteable.ts'
import { counted } from '#web/ui/text/counted.ts'
import type { ImagePoint } from '../diff/images/image-point.ts'
import type { DiffSlots, LinePlace } from '../diff/rows/slots.ts'
import { contentOf, numbersOf, pinOf } from './contents.tsx'
import styles from './DiffDiscussions.module.css'
import { FileComments, visibilityLabel } from './FileComments.tsx'
import { nameOfPlace } from './form-place.ts'
import { LineForm } from './LineForm.tsx'
import { Shown } from './PlacedThread.tsx'
import type { Placed } from './placed.ts'
import { keyOf, nothing } from './placed.ts'
import type { ShownDiff } from './threads.ts'
import { type OpenForm, useForms } from './use-forms.ts'

interface ThreadSlotsProps {
  readonly noteable: Noteable
  readonly byFile: ReadonlyMap<string, readonly Placed[]>
  readonly shown: ShownDiff
  readonly canReceiveSuggestion: boolean
  /** The viewer may start threads. */
  readonly takesPart: boolean
  readonly movePin: (placed: Placed, point: ImagePoint) => Promise<void>
  /** The other contents that the page puts into the diff. */
  readonly others: DiffSlots
}

/** Threads, pending comments and open forms as contents of the diff. */
export function useThreadSlots(props: ThreadSlotsProps): DiffSlots {
  const { noteable, byFile, shown, canReceiveSuggestion, takesPart, movePin, others } = props
  const { forms, openForm, closeForm } = useForms(noteable)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  return useMemo<DiffSlots>(() => {
    const of = (file: Pick<DiffFileHead, 'fileHash'>) => byFile.get(file.fileHash) ?? nothing
    const formsOf = (file: DiffFile) => forms.filter(({ place }) => place.fileHash === file.fileHash)
    const toggleHidden = (file: DiffFile) => setHidden(before => toggled(before, file.fileHash))
    const drawForm = (file: DiffFile, { place, isAsked }: OpenForm) => (
      <LineForm
        key={nameOfPlace(place)}
        place={place}
        file={file}
        shown={shown}
        canSuggest={canReceiveSuggestion}
        isAsked={isAsked}
        onClose={() => closeForm(place)}
      />
    )
    return {
      ...others,
      threadsOf: file => [
        ...(hidden.has(file.fileHash) ? [] : of(file).flatMap(contentOf)),
        ...formsOf(file).flatMap(form =>
          form.place.on === 'lines'
            ? [
                {
                  key: nameOfPlace(form.place),
                  ...numbersOf(form.place.end),
                  range: form.place,
                  content: drawForm(file, form),
                },
              ]
            : [],
        ),
        ...(others.threadsOf?.(file) ?? []),
      ],
      topOf: file => {
        const whole = hidden.has(file.fileHash)
          ? []
          : of(file).filter(({ position }) => position.positionType === 'file')
        const own = formsOf(file).filter(({ place }) => place.on === 'file')
        return (
          <>
            {others.topOf?.(file)}
            {whole.length + own.length > 0 && (
              <div className={styles.top}>
                {whole.map(each => (
                  <Shown key={keyOf(each)} placed={each} isBelow={false} />
                ))}
                {own.map(form => drawForm(file, form))}
              </div>
            )}
          </>
        )
      },
      pinsOf: file => [
        ...(hidden.has(file.fileHash) ? [] : of(file).flatMap(placed => pinOf(placed, movePin))),
        ...formsOf(file).flatMap(form =>
          form.place.on === 'point'
            ? [
                {
                  key: nameOfPlace(form.place),
                  kind: 'form' as const,
                  point: form.place,
                  by: '',
                  isResolved: false,
                  content: () => drawForm(file, form),
                },
              ]
            : [],
        ),
        ...(others.pinsOf?.(file) ?? []),
      ],
      menuItems: file => [
        ...(others.menuItems?.(file) ?? []),
        ...(of(file).length > 0
          ? [{ label: visibilityLabel(hidden.has(file.fileHash)), onSelect: () => toggleHidden(file) }]
          : []),
      ],
      fileActions: file => (
        <>
          <FileComments
            count={of(file).length}
            isHidden={hidden.has(file.fileHash)}
            onToggle={() => toggleHidden(file)}
            onComment={takesPart ? () => openForm({ fileHash: file.fileHash, on: 'file' }) : null}
          />
          {others.fileActions?.(file)}
        </>
      ),
      treeMark: file => {
        const count = of(file).length
        return (
          <>
            {others.treeMark?.(file)}
            {count > 0 && (
              <span className={styles.mark} title={counted(count, 'thread')}>
                <CommentIcon size={12} /> {count}
              </span>
            )}
          </>
        )
      },
      ...(takesPart && {
        onComment: (file: DiffFile, start: LinePlace, end: LinePlace) =>
          openForm({ fileHash: file.fileHash, on: 'lines', start, end }),
        onCommentPoint: (file: DiffFile, point: ImagePoint) =>
          openForm({ fileHash: file.fileHash, on: 'point', ...point }),
      }),
    }
  }, [others, byFile, forms, hidden, shown, canReceiveSuggestion, takesPart, openForm, closeForm, movePin])
}

function toggled(all: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const next = new Set(all)
  if (!next.delete(one)) next.add(one)
  return next
}
