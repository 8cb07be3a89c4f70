import { useQueryClient } from '@tanstack/react-query'
import { memo, useCallback, useMemo } from 'react'
import { diffExpandStep } from '#contract/code/diffs/diff-steps.ts'
import type { DiffFile } from '#contract/code/diffs/diffs.ts'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { ButtonGroup } from '#web/ui/actions/ButtonGroup.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { UnwantedWarning, useHasUnwanted } from '../../shared/files/UnwantedWarning.tsx'
import type { DiffSource } from '../diff-source.ts'
import { anchorOf } from '../file-anchor.ts'
import type { FileMarks } from '../file-marks.ts'
import { messages } from '../messages.ts'
import type { MovedLines } from '../moved-lines.ts'
import { isAt } from '../rows/contents.tsx'
import { DiffRows } from '../rows/DiffRows.tsx'
import type { LineTarget } from '../rows/line-places.ts'
import { fileRows, type GapRow, heightOf, reveal } from '../rows/rows.ts'
import type { DiffSlots, ImagePin, LineContent, LinePlace } from '../rows/slots.ts'
import styles from './DiffFileBox.module.css'
import { DiffFileHeader } from './DiffFileHeader.tsx'
import { Body } from './FileBody.tsx'
import { type FileEvent, type FileState, isCollapsedIn, untouched } from './file-state.ts'
import { linesAround, useLinesAround } from './lines-around.ts'
import { hunksOf, isWhole, nextTask } from './patches.ts'
import { useStayInSight } from './use-stay-in-sight.ts'
import { useWasNear } from './use-was-near.ts'

interface DiffFileBoxProps {
  readonly source: DiffSource
  readonly file: DiffFile
  readonly state: FileState | undefined
  readonly onEvent: (file: DiffFile, event: FileEvent) => void
  readonly slots: DiffSlots
  readonly isSplit: boolean
  readonly isWhitespaceShown: boolean
  readonly isFirst: boolean
  readonly target: LineTarget | undefined
  readonly moved: MovedLines | undefined
  /** Null: marks are not kept. */
  readonly isViewed: boolean | null
  /** Null: as the page says. */
  readonly isKeptCollapsed: boolean | null
  readonly setViewed: FileMarks['setViewed'] | undefined
  readonly setCollapsed: FileMarks['setCollapsed'] | undefined
}

const noContents: readonly LineContent[] = []

const noPins: readonly ImagePin[] = []

const noLines: readonly string[] = []

const ImageDiff = onDemand(() => import('../images/ImageDiff.tsx').then(module => module.ImageDiff), {
  holdsKeys: false,
})

/** A drawing in text, which is shown as lines or as an image. */
const isDrawing = ({ filePath, submodule }: DiffFile): boolean => !submodule && /\.svg$/i.test(filePath)

/** One changed file: header and lines. */
export const DiffFileBox = memo(function DiffFileBox(props: DiffFileBoxProps) {
  const {
    source,
    file: given,
    state = untouched,
    onEvent,
    slots,
    isSplit,
    isWhitespaceShown,
    isFirst,
    target,
    moved,
    isViewed,
    isKeptCollapsed,
    setViewed,
    setCollapsed,
  } = props
  const file = state.loaded ?? given
  const [isNear, ref] = useWasNear(isFirst)
  const client = useQueryClient()
  const isCollapsed = isCollapsedIn(slots, file, state, isKeptCollapsed)
  const staysInSight = useStayInSight(file, isCollapsed)
  const send = useCallback((event: FileEvent) => onEvent(given, event), [onEvent, given])
  const isText = file.viewer.name === 'text' && file.patch !== ''
  const lineCount = state.lineCount ?? file.lineCount
  const hunks = hunksOf(file)
  const isWholeFile = isWhole(file)
  const all = slots.threadsOf?.(file) ?? noContents
  const around = useLinesAround(all, hunks, isNear && isText && !isWholeFile, line =>
    source.context(file.newPath, Math.max(1, line - linesAround), line + linesAround),
  )
  const rows = useMemo(
    () => fileRows(hunks, { revealed: around.reduce(reveal, state.revealed), lineCount, isWhole: isWholeFile }),
    [hunks, around, state.revealed, lineCount, isWholeFile],
  )
  const lines = useMemo(() => rows.flatMap(row => (row.kind === 'gap' ? [] : [row.text])), [rows])
  const isUnwanted = useHasUnwanted(file.filePath, isNear ? lines : noLines)
  const canDraw = isText && isDrawing(file)
  const isImage = file.viewer.name === 'image' || (canDraw && state.isDrawn)
  const pins = slots.pinsOf?.(file) ?? noPins
  const [contents, outside] = useMemo(() => divide(all, rows), [all, rows])
  const homeless = [
    ...(isImage ? all : outside),
    ...(isImage ? [] : pins.map(pin => ({ key: pin.key, content: pin.content(false) }))),
  ]

  /** Fetch unchanged lines of the new file. */
  const show = useCallback(
    async (first: number, last: number | undefined, isFull: boolean) => {
      send({ type: 'load', event: { type: 'start' } })
      try {
        let next = first
        for (;;) {
          const reply = await client.fetchQuery(source.context(file.newPath, next, last))
          const end = next + reply.lines.length - 1
          const isDone = reply.lines.length === 0 || end >= Math.min(last ?? reply.lineCount, reply.lineCount)
          send({
            type: 'reveal',
            added: { first: next, lines: reply.lines },
            lineCount: reply.lineCount,
            isFull: isDone && isFull,
          })
          if (isDone) return
          next = end + 1
        }
      } catch {
        send({
          type: 'load',
          event: { type: 'error', message: isFull ? messages.fullFileFailed : messages.contextFailed },
        })
      }
    },
    [client, source, file.newPath, send],
  )

  const expand = useCallback(
    (gap: GapRow, from: 'above' | 'below' | 'all') => {
      const last = gap.last ?? undefined
      if (from === 'above')
        void show(gap.first, Math.min(gap.first + diffExpandStep - 1, last ?? Number.MAX_SAFE_INTEGER), false)
      else if (from === 'below') void show(Math.max(gap.first, (last ?? 1) - diffExpandStep + 1), last, false)
      else void show(gap.first, last, false)
    },
    [show],
  )

  async function load() {
    send({ type: 'load', event: { type: 'start' } })
    try {
      const loaded = await client.fetchQuery(source.file(file))
      await nextTask()
      hunksOf(loaded)
      await nextTask()
      send({ type: 'loaded', file: loaded })
    } catch {
      send({ type: 'load', event: { type: 'error', message: messages.loadFailed } })
    }
  }

  const { onComment, onCommentPoint } = slots
  const comment = useMemo(
    () => (onComment === undefined ? undefined : (start: LinePlace, end: LinePlace) => onComment(file, start, end)),
    [onComment, file],
  )

  // Only if nothing overflows its edges and its height is known.
  const isApart = isText && !isCollapsed && !isImage && all.length === 0 && pins.length === 0 && !isUnwanted
  const canShowFull = !isWholeFile && !isImage && (isText || file.viewer.name === 'renamed')
  return (
    <section
      ref={ref}
      id={anchorOf(file.fileHash)}
      aria-label={visibleName(file.filePath)}
      className={styles.file}
      data-diff-file
      data-apart={isApart || undefined}
      style={isApart ? ({ '--body': heightOf(rows) } as React.CSSProperties) : undefined}
    >
      <DiffFileHeader
        source={source}
        file={file}
        isCollapsed={isCollapsed}
        onCollapsed={collapsed => {
          staysInSight()
          send({ type: 'collapse', isCollapsed: setCollapsed === undefined ? collapsed : null })
          setCollapsed?.([given], collapsed)
        }}
        isViewed={isViewed}
        onViewed={viewed => {
          staysInSight()
          send({ type: 'collapse', isCollapsed: null })
          setViewed?.(given, viewed)
        }}
        actions={slots.fileActions?.(file)}
        items={[
          ...(canShowFull && !isCollapsed
            ? [
                state.isFull
                  ? { label: 'Show changes only', onSelect: () => send({ type: 'changes-only' }) }
                  : {
                      label: 'Show full file',
                      disabled: state.load.step === 'loading',
                      onSelect: () => void show(1, undefined, true),
                    },
              ]
            : []),
          ...(slots.menuItems?.(file) ?? []),
        ]}
      />
      {!isCollapsed && (
        <>
          {isUnwanted && <UnwantedWarning />}
          {slots.topOf?.(file)}
          {homeless.length > 0 && (
            <div className={styles.homeless}>
              {homeless.map(({ key, content }) => (
                <div key={key}>{content}</div>
              ))}
            </div>
          )}
          {state.load.step === 'errored' && (
            <p role="alert" className={styles.note}>
              {state.load.message}{' '}
              <Button size="s" onClick={() => send({ type: 'load', event: { type: 'acknowledge' } })}>
                Dismiss
              </Button>
            </p>
          )}
          {canDraw && (
            <div className={styles.drawing}>
              <ButtonGroup label="Show SVG as">
                <Button size="s" aria-pressed={!isImage} onClick={() => send({ type: 'draw', isDrawn: false })}>
                  Code
                </Button>
                <Button size="s" aria-pressed={isImage} onClick={() => send({ type: 'draw', isDrawn: true })}>
                  Image
                </Button>
              </ButtonGroup>
            </div>
          )}
          <Body
            source={source}
            file={file}
            state={state}
            isWhitespaceShown={isWhitespaceShown}
            viewer={
              isImage ? (
                <ImageDiff
                  source={source}
                  file={file}
                  pins={pins}
                  onComment={onCommentPoint === undefined ? null : point => onCommentPoint(file, point)}
                  fallback={<Skeleton rows={6} label="Loading images" className={styles.note} />}
                />
              ) : null
            }
            onLoad={() => void load()}
            onFull={() => void show(1, undefined, true)}
          >
            {(isText || state.isFull) && (
              <DiffRows
                file={file}
                rows={rows}
                isSplit={isSplit}
                isNear={isNear}
                contents={contents}
                target={target?.lineCode.startsWith(file.fileHash) ? target : undefined}
                moved={moved}
                onExpand={expand}
                isExpanding={state.load.step === 'loading'}
                onComment={comment}
              />
            )}
          </Body>
        </>
      )}
    </section>
  )
})

/** Contents that stand below a line that is shown, and those that have none. */
function divide(
  all: readonly LineContent[],
  rows: ReturnType<typeof fileRows>,
): readonly [readonly LineContent[], readonly LineContent[]] {
  if (all.length === 0) return [noContents, noContents]
  const hasLine = (content: LineContent) => rows.some(row => row.kind !== 'gap' && isAt(content, row))
  return [all.filter(hasLine), all.filter(content => !hasLine(content))]
}
