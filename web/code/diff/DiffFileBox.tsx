import { useQueries, useQueryClient } from '@tanstack/react-query'
import { memo, type ReactNode, useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { type Hunk, readHunks } from '#contract/code/diffs/diff-lines.ts'
import { diffExpandStep } from '#contract/code/diffs/diff-steps.ts'
import type { ContextLines, DiffFile } from '#contract/code/diffs/diffs.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { ButtonGroup } from '#web/ui/actions/ButtonGroup.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { useNear } from '#web/ui/near.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { rawHref } from '../shared/addresses.ts'
import styles from './DiffFileBox.module.css'
import { DiffFileHeader } from './DiffFileHeader.tsx'
import type { DiffQuery, DiffSource } from './diff-source.ts'
import { anchorOf } from './file-anchor.ts'
import type { FileMarks } from './file-marks.ts'
import { messages } from './messages.ts'
import { DiffRows, isAt, type LineTarget, type MovedLines } from './rows/DiffRows.tsx'
import { fileRows, type GapRow, type Revealed, reveal } from './rows/rows.ts'
import { describeFileSize } from './rows/size.ts'
import type { DiffSlots, ImagePin, LineContent, LinePlace } from './rows/slots.ts'
import { type FileEvent, type FileState, untouched } from './tree/file-state.ts'

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

const ImageDiff = onDemand(() => import('./images/ImageDiff.tsx').then(module => module.ImageDiff), {
  holdsKeys: false,
})

const hunksOfFiles = new WeakMap<DiffFile, readonly Hunk[]>()

/** Read once: long patches are read before they are drawn, in a task of their own, so that no task gets long. */
function hunksOf(file: DiffFile): readonly Hunk[] {
  const hunks = hunksOfFiles.get(file) ?? readHunks(file.patch)
  hunksOfFiles.set(file, hunks)
  return hunks
}

const nextTask = () => new Promise(resolve => setTimeout(resolve))

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
  const [isNear, ref] = useNear(isFirst)
  const client = useQueryClient()
  const isCollapsed = state.isCollapsed ?? isKeptCollapsed ?? slots.isCollapsed?.(file) ?? false
  const staysInSight = useStayInSight(file, isCollapsed)
  const send = useCallback((event: FileEvent) => onEvent(given, event), [onEvent, given])
  const isText = file.viewer.name === 'text' && file.patch !== ''
  const lineCount = state.lineCount ?? file.lineCount
  const hunks = hunksOf(file)
  const isWhole = file.newFile || file.deletedFile || file.submodule
  const all = slots.threadsOf?.(file) ?? noContents
  const around = useLinesAround(all, hunks, isNear && isText && !isWhole, line =>
    source.context(file.newPath, Math.max(1, line - linesAround), line + linesAround),
  )
  const rows = useMemo(
    () => fileRows(hunks, { revealed: around.reduce(reveal, state.revealed), lineCount, isWhole }),
    [hunks, around, state.revealed, lineCount, isWhole],
  )
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

  const canShowFull =
    !file.newFile && !file.deletedFile && !file.submodule && !isImage && (isText || file.viewer.name === 'renamed')
  return (
    <section ref={ref} id={anchorOf(file.fileHash)} aria-label={file.filePath} className={styles.file} data-diff-file>
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

/** A file that is collapsed while its beginning is above the window stays at the top of it. @returns to be called before */
function useStayInSight({ fileHash }: DiffFile, isCollapsed: boolean): () => void {
  const isAbove = useRef(false)
  useLayoutEffect(() => {
    if (isCollapsed && isAbove.current) document.getElementById(anchorOf(fileHash))?.scrollIntoView()
    isAbove.current = false
  }, [isCollapsed, fileHash])
  return () => {
    const element = document.getElementById(anchorOf(fileHash))
    const margin = element === null ? 0 : Number.parseFloat(getComputedStyle(element).scrollMarginTop)
    isAbove.current = element !== null && element.getBoundingClientRect().top < margin
  }
}

/** Unchanged lines that are shown above and below one that has a content. */
const linesAround = 3

/** Lines outside of the hunks that have contents, with their neighbors. */
function useLinesAround(
  contents: readonly LineContent[],
  hunks: readonly Hunk[],
  isWanted: boolean,
  queryOf: (line: number) => DiffQuery<ContextLines>,
): readonly Revealed[] {
  const outside = contents.flatMap(({ newLine }) =>
    newLine === null || hunks.some(({ newStart, newLines }) => newLine >= newStart && newLine < newStart + newLines)
      ? []
      : [newLine],
  )
  return useQueries({
    queries: [...new Set(outside)].map(line => ({
      ...queryOf(line),
      enabled: isWanted,
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: revealedOf,
  })
}

const revealedOf = (results: readonly { readonly data: ContextLines | undefined }[]): readonly Revealed[] =>
  results.flatMap(({ data }) => (data === undefined ? [] : [{ first: data.first, lines: data.lines }]))

/** Contents that stand below a line that is shown, and those that have none. */
function divide(
  all: readonly LineContent[],
  rows: ReturnType<typeof fileRows>,
): readonly [readonly LineContent[], readonly LineContent[]] {
  if (all.length === 0) return [noContents, noContents]
  const hasLine = (content: LineContent) => rows.some(row => row.kind !== 'gap' && isAt(content, row))
  return [all.filter(hasLine), all.filter(content => !hasLine(content))]
}

interface BodyProps extends Pick<DiffFileBoxProps, 'source' | 'file' | 'isWhitespaceShown'> {
  readonly state: FileState
  readonly viewer: ReactNode
  readonly onLoad: () => void
  readonly onFull: () => void
  /** The lines, if there are any to show. */
  readonly children: ReactNode
}

function Body({ source, file, state, isWhitespaceShown, viewer, onLoad, onFull, children }: BodyProps) {
  if (file.submodule) return <Submodule file={file} />
  if (viewer !== null) return viewer
  if (children !== false) return children
  const isLoading = state.load.step === 'loading'
  if (file.viewer.renderError === 'too_large') {
    return (
      <p className={styles.note}>
        This diff is too large to display.{' '}
        {!file.deletedFile && <TextLink href={rawHref(source, source.toId, file.newPath)}>Open the file</TextLink>}
      </p>
    )
  }
  if (file.viewer.collapsed) {
    if (isLoading) return <Skeleton rows={6} label="Loading the diff" className={styles.note} />
    return (
      <p className={styles.note}>
        {file.generated ? 'Generated file collapsed.' : 'Large diff collapsed.'}{' '}
        <Button size="s" onClick={onLoad}>
          Show diff
        </Button>
      </p>
    )
  }
  if (file.viewer.name === 'no_preview') return <Binary source={source} file={file} />
  return (
    <p className={styles.note}>
      {messages.quiet(file, isWhitespaceShown)}
      {file.viewer.name === 'renamed' && file.blob?.readableText === true && (
        <Button size="s" busy={isLoading} onClick={onFull}>
          Show full file
        </Button>
      )}
    </p>
  )
}

function Submodule({ file }: { readonly file: DiffFile }) {
  const compare = file.submoduleCompare
  return (
    <p className={styles.note}>
      {compare === null ? (
        messages.submodule(file)
      ) : compare.url === null ? (
        messages.compare(compare)
      ) : (
        <TextLink href={compare.url}>{messages.compare(compare)}</TextLink>
      )}
    </p>
  )
}

interface ShownFile {
  readonly source: DiffSource
  readonly file: DiffFile
}

function Binary({ source, file }: ShownFile) {
  const size = file.deletedFile ? file.oldSizeBytes : file.newSizeBytes
  const sha = file.deletedFile ? source.fromId : source.toId
  return (
    <p className={styles.note}>
      Binary file.{' '}
      {sha !== null && (
        <TextLink href={`${rawHref(source, sha, file.filePath)}?inline=false`}>
          {size === null ? 'Download' : `Download (${describeFileSize(size)})`}
        </TextLink>
      )}
    </p>
  )
}
