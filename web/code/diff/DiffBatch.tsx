import { useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, type ReactNode, type RefCallback, startTransition, useCallback, useState } from 'react'
import { diffBatchSize } from '#contract/code/diffs/diff-steps.ts'
import type { DiffBatch as BatchOfFiles, DiffFile, DiffFileHead } from '#contract/code/diffs/diffs.ts'
import { firstFiles } from '#contract/code/files/first-files.ts'
import { observeNear } from '#web/ui/near.ts'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { NameText } from '#web/ui/text/NameText.tsx'
import { batchAnchor, batchNearPx, fileNearPx, loadedRowsOf, rowsOf, unloadedMark } from './batches.ts'
import styles from './DiffBatch.module.css'
import type { DiffSource } from './diff-source.ts'
import { DiffFileBox } from './file/DiffFileBox.tsx'
import { type FileEvent, type FileState, isCollapsedIn } from './file/file-state.ts'
import { firstRowsOf } from './file/patches.ts'
import { anchorOf } from './file-anchor.ts'
import type { FileMarks } from './file-marks.ts'
import type { MovedLines } from './moved-lines.ts'
import type { LineTarget } from './rows/line-places.ts'
import type { DiffSlots } from './rows/slots.ts'
import { colorAhead } from './rows/use-colors.ts'
import { inFrame, whenIdle } from './when-idle.ts'

interface BatchProps {
  readonly page: number
  /** The heads of all files. */
  readonly heads: readonly DiffFileHead[]
  readonly first: BatchOfFiles | undefined
  readonly source: DiffSource
  readonly states: ReadonlyMap<string, FileState>
  readonly onEvent: (file: DiffFile, event: FileEvent) => void
  readonly slots: DiffSlots
  readonly marks: FileMarks | undefined
  readonly isSplit: boolean
  readonly isWhitespaceShown: boolean
  readonly isHydrated: boolean
  readonly target: LineTarget | undefined
  readonly moved: ReadonlyMap<string, MovedLines>
}

/**
 * Twenty files. Far from the window they are one box of about their height, as a diff may have thousands of files; of their
 * own height once they were seen.
 */
export const DiffBatch = memo(function DiffBatch(props: BatchProps) {
  const { page, heads, first, target, states, slots, marks } = props
  const [place, setPlace] = useState<'near' | 'far' | { readonly height: number }>(page === 1 ? 'near' : 'far')
  const ref = useCallback((element: Element | null) => {
    if (element === null) return
    const leave = () => {
      if (isInUse(element)) return
      const heightPx = element.getBoundingClientRect().height
      startTransition(() => setPlace(before => (before === 'near' ? { height: heightPx } : before)))
    }
    let cancel = () => {}
    const stop = observeNear(element, batchNearPx, isNear => {
      cancel()
      if (isNear) startTransition(() => setPlace('near'))
      // Removing the files can wait.
      else cancel = whenIdle(leave)
    })
    return () => {
      cancel()
      stop()
    }
  }, [])
  const own = heads.slice((page - 1) * diffBatchSize, page * diffBatchSize)
  const hasTarget = target !== undefined && own.some(({ fileHash }) => target.lineCode.startsWith(fileHash))
  const isCollapsed = (file: DiffFileHead) => isCollapsedIn(slots, file, states.get(file.id), marks?.isCollapsed(file))
  const rows = own.reduce((sum, head) => sum + (isCollapsed(head) ? 0 : rowsOf(head)), 0)
  const isSeen = typeof place === 'object'
  return (
    <div ref={ref} id={batchAnchor(page)} className={styles.batch}>
      {place === 'near' || hasTarget || (first !== undefined && !isSeen) ? (
        <BatchFiles {...props} own={own} isCollapsed={isCollapsed} />
      ) : (
        <div
          {...{ [unloadedMark]: '' }}
          className={styles.far}
          style={isSeen ? { height: place.height } : ({ '--rows': rows, '--files': own.length } as React.CSSProperties)}
        />
      )}
    </div>
  )
})

/** Threads, text boxes, the focus and selected text stay on the page, wherever the window stands. */
function isInUse(element: Element): boolean {
  if (element.querySelector('[data-on-diff], form, textarea, :focus, [aria-busy=true]') !== null) return true
  const selection = document.getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true)
}

interface BatchFilesProps extends BatchProps {
  readonly own: readonly DiffFileHead[]
  readonly isCollapsed: (file: DiffFileHead) => boolean
}

/** Each file has a placeholder until its lines are loaded. */
function BatchFiles(props: BatchFilesProps) {
  const {
    page,
    own,
    isCollapsed,
    first,
    source,
    states,
    onEvent,
    slots,
    marks,
    isSplit,
    isWhitespaceShown,
    isHydrated,
    target,
    moved,
  } = props
  const { data, isError, refetch } = useQuery({
    ...source.batch(page),
    enabled: first === undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const files = (first ?? data)?.files
  if (files === undefined) {
    return (
      <>
        {isError && <RetryBanner onRetry={() => void refetch()}>Could not load the diff.</RetryBanner>}
        {own.map(head => (
          <FilePlaceholder key={head.id} head={head} rows={isCollapsed(head) ? 0 : rowsOf(head)} />
        ))}
      </>
    )
  }
  // The files that the server has rendered.
  const drawn = page === 1 ? firstFiles(files, file => file.addedLines + file.removedLines) : []
  return (
    <>
      {(isHydrated ? files : drawn).map((file, index) => (
        <DeferredFile
          key={file.id}
          file={file}
          rows={isCollapsed(file) ? 0 : loadedRowsOf(file, isSplit)}
          isAtOnce={index < drawn.length || target?.lineCode.startsWith(file.fileHash) === true}
        >
          {isNear => (
            <DiffFileBox
              source={source}
              file={file}
              state={states.get(file.id)}
              onEvent={onEvent}
              slots={slots}
              isSplit={isSplit}
              isWhitespaceShown={isWhitespaceShown}
              isFirst={isNear || (page === 1 && index < 3)}
              target={target}
              moved={moved.get(file.id)}
              isViewed={marks?.isViewed(file) ?? null}
              isKeptCollapsed={marks?.isCollapsed(file) ?? null}
              setViewed={marks?.setViewed}
              setCollapsed={marks?.setCollapsed}
            />
          )}
        </DeferredFile>
      ))}
    </>
  )
}

/** The time for which the lines of a file near the window wait for their colors. */
const colorsWithinMs = 80

interface DeferredFileProps {
  readonly file: DiffFile
  /** The number of rows that the batch will have. */
  readonly rows: number
  readonly isAtOnce: boolean
  readonly children: (isNear: boolean) => ReactNode
}

/** Renders a file once it is near the window, or while the browser is idle: rendering twenty at once would delay scrolling. */
function DeferredFile({ file, rows, isAtOnce, children }: DeferredFileProps) {
  const [rendered, setRendered] = useState<'no' | 'near' | 'far'>(isAtOnce ? 'far' : 'no')
  if (isAtOnce && rendered === 'no') setRendered('far')
  const client = useQueryClient()
  const ref = useCallback(
    (element: Element | null) => {
      if (element === null) return
      const show = (how: 'near' | 'far') => startTransition(() => setRendered(how))
      let cancelNear = () => {}
      const colors = () => colorAhead(client, file.filePath, file.id, firstRowsOf(file))
      const cancelFar = whenIdle(() => {
        void colors()
        show('far')
      })
      const stop = observeNear(element, fileNearPx, isNear => {
        cancelNear()
        if (!isNear) return
        let isWanted = true
        cancelNear = () => {
          isWanted = false
        }
        void Promise.race([colors(), new Promise(resolve => setTimeout(resolve, colorsWithinMs))]).then(() => {
          if (isWanted) cancelNear = inFrame(element, () => show('near'))
        })
      })
      return () => {
        cancelNear()
        cancelFar()
        stop()
      }
    },
    [client, file],
  )
  // The element of its own keeps the browser from computing the style of the files beside it again.
  return (
    <div>
      {rendered === 'no' ? <FilePlaceholder ref={ref} head={file} rows={rows} /> : children(rendered === 'near')}
    </div>
  )
}

interface FilePlaceholderProps {
  readonly head: DiffFileHead
  readonly rows: number
  readonly ref?: RefCallback<Element>
}

/** About as high as the file will be. */
function FilePlaceholder({ head, rows, ref }: FilePlaceholderProps) {
  return (
    <div
      ref={ref}
      {...{ [unloadedMark]: '' }}
      id={anchorOf(head.fileHash)}
      className={styles.room}
      style={{ '--rows': rows } as React.CSSProperties}
    >
      <span className={styles.name}>
        <NameText name={head.deletedFile ? head.oldPath : head.newPath} />
      </span>
    </div>
  )
}
