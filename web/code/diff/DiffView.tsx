import { SearchIcon, SidebarCollapseIcon } from '@primer/octicons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, useCallback, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { diffBatchSize } from '#contract/code/diffs/diff-steps.ts'
import type { DiffBatch, DiffFile, DiffFileHead, DiffSummary } from '#contract/code/diffs/diffs.ts'
import { firstFiles } from '#contract/code/files/first-files.ts'
import { useGoTo, useHash } from '#web/api/route.tsx'
import { shortcuts } from '#web/shortcuts.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { observeNear } from '#web/ui/near.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { setChoice, useReader } from '#web/ui/reader.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { ChangeCounts } from './ChangeCounts.tsx'
import { DiffFileBox } from './DiffFileBox.tsx'
import styles from './DiffView.module.css'
import type { DiffSource } from './diff-source.ts'
import type { Match } from './FindBox.tsx'
import { anchorOf, readAnchor } from './file-anchor.ts'
import type { FileMarks } from './file-marks.ts'
import { messages } from './messages.ts'
import type { LineTarget, MovedLines } from './rows/DiffRows.tsx'
import type { DiffSlots } from './rows/slots.ts'
import { DiffTree } from './tree/DiffTree.tsx'
import { FileList } from './tree/FileList.tsx'
import { afterEvent, type FileEvent, type FileState, untouched } from './tree/file-state.ts'
import { useSetWhitespace } from './whitespace.ts'

export interface DiffViewProps {
  readonly diff: DiffSummary
  /** The first batch of lines, which came with the page; absent: it is fetched. */
  readonly first?: DiffBatch | undefined
  readonly source: DiffSource
  readonly slots?: DiffSlots
  /** Absent: what the reader does to files is not kept. */
  readonly marks?: FileMarks | undefined
}

const noSlots: DiffSlots = {}

const FindBox = onDemand(() => import('./FindBox.tsx').then(module => module.FindBox))

/** All files that changed, one below the other, with a bar above. */
export function DiffView(props: DiffViewProps) {
  // What the reader did belongs to this diff.
  return <View key={props.source.id} {...props} />
}

function View({ diff, first, source, slots = noSlots, marks }: DiffViewProps) {
  const { files, isWhitespaceShown } = diff
  const isHydrated = useIsHydrated()
  const [isSplit, setSplit] = useSplit()
  // The button answers at once; the rows of long files follow in pieces that let other work through.
  const areRowsSplit = useDeferredValue(isSplit)
  const [states, setStates] = useState<ReadonlyMap<string, FileState>>(new Map())
  const moved = useMoved(source, isHydrated)
  const anchor = readAnchor(useHash())
  const target = useMemo(
    () => (anchor?.lineCode == null ? undefined : { lineCode: anchor.lineCode }),
    [anchor?.lineCode],
  )
  const go = useGoToFile(files)
  useEffect(() => {
    if (anchor?.fileHash !== undefined) go(anchor.lineCode ?? anchorOf(anchor.fileHash), anchorOf(anchor.fileHash))
  }, [go, anchor?.fileHash, anchor?.lineCode])
  useShortcuts(shortcuts.diffs, {
    next: () => go(nextFile(files, 1)),
    previous: () => go(nextFile(files, -1)),
  })

  const onEvent = useCallback((file: DiffFileHead, event: FileEvent) => {
    setStates(all => new Map(all).set(file.id, afterEvent(all.get(file.id) ?? untouched, event)))
  }, [])
  const isCollapsed = (file: DiffFileHead) =>
    states.get(file.id)?.isCollapsed ?? marks?.isCollapsed(file) ?? slots.isCollapsed?.(file) ?? false
  const areAllCollapsed = files.length > 0 && files.every(isCollapsed)
  const collapseAll = (collapsed: boolean) => {
    const own = marks === undefined ? collapsed : null
    setStates(all => new Map(files.map(({ id }) => [id, { ...(all.get(id) ?? untouched), isCollapsed: own }])))
    marks?.setCollapsed(files, collapsed)
  }

  function follow(file: DiffFileHead) {
    onEvent(file, { type: 'collapse', isCollapsed: false })
    go(anchorOf(file.fileHash))
  }
  const client = useQueryClient()
  const goTo = useGoTo()
  const [asked, setAsked] = useState(0)
  const canFind = source.find !== undefined
  useFindKey(canFind, () => setAsked(count => count + 1))
  async function jump({ file, lineCode }: Match) {
    onEvent(file, { type: 'collapse', isCollapsed: false })
    const isLong = file.generated || file.addedLines + file.removedLines > batchLines
    if (isLong && (states.get(file.id)?.loaded ?? null) === null) {
      onEvent(file, { type: 'load', event: { type: 'start' } })
      try {
        onEvent(file, { type: 'loaded', file: await client.fetchQuery(source.file(file)) })
      } catch {
        onEvent(file, { type: 'load', event: { type: 'error', message: messages.loadFailed } })
      }
    }
    goTo(`#${lineCode}`, { replace: true })
  }
  const isTreeHidden = useReader().choices.includes('no-diff-tree')
  const hasTree = files.length > 1 && !isTreeHidden
  const pages = isHydrated ? Math.ceil(files.length / diffBatchSize) : 1
  return (
    <section aria-label="Changed files" className={styles.view}>
      <VisuallyHidden>
        <h2>Changed files</h2>
      </VisuallyHidden>
      <div className={styles.bar}>
        {files.length > 1 && (
          <IconButton
            label={isTreeHidden ? 'Show file tree' : 'Hide file tree'}
            icon={<SidebarCollapseIcon />}
            size="s"
            className={styles.treeSwitch}
            aria-pressed={!isTreeHidden}
            onClick={() => setChoice('no-diff-tree', !isTreeHidden)}
          />
        )}
        <FileList files={files} onFollow={follow} />
        <span className={styles.counts}>
          <ChangeCounts additions={diff.addedLines} deletions={diff.removedLines} />
        </span>
        {marks !== undefined && <Progress files={files} marks={marks} />}
        {canFind && (
          <IconButton
            label="Find in changes"
            icon={<SearchIcon />}
            size="s"
            keyHint="Mod+F"
            onClick={() => setAsked(count => count + 1)}
          />
        )}
        <WhitespaceBox isWhitespaceShown={isWhitespaceShown} />
        <Button
          size="s"
          variant="quiet"
          className={styles.split}
          aria-pressed={isSplit}
          onClick={() => setSplit(!isSplit)}
        >
          {isSplit ? 'Inline' : 'Side by side'}
        </Button>
        {files.length > 1 && (
          <Button size="s" variant="quiet" onClick={() => collapseAll(!areAllCollapsed)}>
            {areAllCollapsed ? 'Expand all' : 'Collapse all'}
          </Button>
        )}
      </div>
      {asked > 0 && source.find !== undefined && (
        <FindBox
          find={source.find}
          files={files}
          asked={asked}
          onJump={match => void jump(match)}
          onClose={() => setAsked(0)}
        />
      )}
      {diff.overflow && (
        <Banner tone="warning" title="Diff truncated">
          This diff is very large. Showing the first {counted(files.length, 'file')}. Clone the repository to see all of
          it.
        </Banner>
      )}
      <div className={styles.columns}>
        {hasTree && <DiffTree files={files} mark={slots.treeMark} marks={marks} onFollow={follow} />}
        <div className={styles.files}>
          {Array.from({ length: pages }, (_, index) => index + 1).map(page => (
            <Batch
              key={page}
              page={page}
              heads={files}
              first={page === 1 ? first : undefined}
              source={source}
              states={states}
              onEvent={onEvent}
              slots={slots}
              marks={marks}
              isSplit={areRowsSplit}
              isWhitespaceShown={isWhitespaceShown}
              isHydrated={isHydrated}
              target={target}
              moved={moved}
            />
          ))}
        </div>
      </div>
    </section>
  )
}

/** Mod+F finds in the diff; in its own field it is the browser's. */
function useFindKey(isWanted: boolean, onFind: () => void): void {
  const find = useEffectEvent(onFind)
  // Keys arrive at the document, outside of any component.
  useEffect(() => {
    if (!isWanted) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (event.defaultPrevented || document.activeElement?.closest('[data-find], dialog') != null) return
      event.preventDefault()
      find()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isWanted])
}

/** How far the reader has come. */
function Progress({ files, marks }: { readonly files: readonly DiffFileHead[]; readonly marks: FileMarks }) {
  const viewed = files.reduce((count, file) => (marks.isViewed(file) ? count + 1 : count), 0)
  return (
    <span className={styles.progress}>
      <progress aria-label="Viewed files" max={files.length} value={viewed} />
      {viewed} of {files.length} viewed
    </span>
  )
}

/** The moved lines of each file by its id. They come after the lines, whose place they do not change. */
function useMoved(source: DiffSource, isWanted: boolean): ReadonlyMap<string, MovedLines> {
  const { moves } = source
  const { data } = useQuery({
    queryKey: moves?.queryKey ?? ['no moves'],
    queryFn: moves?.queryFn ?? (async () => ({ ranges: [] })),
    enabled: isWanted && moves !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return useMemo(() => {
    const files = new Map<string, { old: Set<number>; new: Set<number> }>()
    for (const { file, side, first, last } of data?.ranges ?? []) {
      const own = files.get(file) ?? { old: new Set(), new: new Set() }
      files.set(file, own)
      for (let line = first; line <= last; line++) own[side].add(line)
    }
    return files
  }, [data])
}

/** Whether both sides stand beside each other; remembered in this browser. @source DIFF-037 */
function useSplit(): readonly [isSplit: boolean, setSplit: (isSplit: boolean) => void] {
  const { choices } = useReader()
  return [choices.includes('split-diff'), isSplit => setChoice('split-diff', isSplit)]
}

function WhitespaceBox({ isWhitespaceShown }: { readonly isWhitespaceShown: boolean }) {
  const setWhitespace = useSetWhitespace()
  // Shown at once; it holds until the page that was asked for is there.
  const [wish, setWish] = useState<{ readonly of: boolean; readonly isHidden: boolean } | null>(null)
  return (
    <Checkbox
      label="Hide whitespace changes"
      checked={wish?.of === isWhitespaceShown ? wish.isHidden : !isWhitespaceShown}
      onValue={hides => {
        setWish({ of: isWhitespaceShown, isHidden: hides })
        setWhitespace(!hides)
      }}
    />
  )
}

interface BatchProps {
  readonly page: number
  /** Of all files. */
  readonly heads: readonly DiffFileHead[]
  readonly first: DiffBatch | undefined
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
const Batch = memo(function Batch(props: BatchProps) {
  const { page, heads, first, target } = props
  const [place, setPlace] = useState<'near' | 'far' | { readonly height: number }>(page === 1 ? 'near' : 'far')
  const ref = useCallback(
    (element: Element | null) =>
      element === null
        ? undefined
        : observeNear(element, 1400, isNear =>
            setPlace(before => {
              if (isNear || (before === 'near' && isInUse(element))) return 'near'
              return before === 'near' ? { height: element.getBoundingClientRect().height } : before
            }),
          ),
    [],
  )
  const own = heads.slice((page - 1) * diffBatchSize, page * diffBatchSize)
  const hasTarget = target !== undefined && own.some(({ fileHash }) => target.lineCode.startsWith(fileHash))
  const rows = own.reduce((sum, head) => sum + rowsOf(head), 0)
  const isSeen = typeof place === 'object'
  return (
    <div ref={ref} id={batchAnchor(page)} className={styles.batch}>
      {place === 'near' || hasTarget || (first !== undefined && !isSeen) ? (
        <BatchFiles {...props} own={own} />
      ) : (
        <div
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

const batchAnchor = (page: number): string => `diff-batch-${page}`

interface BatchFilesProps extends BatchProps {
  readonly own: readonly DiffFileHead[]
}

/** Until the lines of the files are there each keeps its room. */
function BatchFiles(props: BatchFilesProps) {
  const {
    page,
    own,
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
          <div
            key={head.id}
            id={anchorOf(head.fileHash)}
            className={styles.room}
            style={{ '--rows': rowsOf(head) } as React.CSSProperties}
          >
            <span className={styles.name}>{head.deletedFile ? head.oldPath : head.newPath}</span>
          </div>
        ))}
      </>
    )
  }
  const shown = isHydrated ? files : firstFiles(files, file => file.addedLines + file.removedLines)
  return (
    <>
      {shown.map((file, index) => (
        <DiffFileBox
          key={file.id}
          source={source}
          file={file}
          state={states.get(file.id)}
          onEvent={onEvent}
          slots={slots}
          isSplit={isSplit}
          isWhitespaceShown={isWhitespaceShown}
          isFirst={page === 1 && index < 3}
          target={target}
          moved={moved.get(file.id)}
          isViewed={marks?.isViewed(file) ?? null}
          isKeptCollapsed={marks?.isCollapsed(file) ?? null}
          setViewed={marks?.setViewed}
          setCollapsed={marks?.setCollapsed}
        />
      ))}
    </>
  )
}

/** Files with more changed lines start collapsed. */
const batchLines = 3_000

/** Rows that a file will have, roughly. */
const rowsOf = ({ addedLines, removedLines, generated, binary }: DiffFileHead): number =>
  generated || binary || addedLines + removedLines > batchLines ? 2 : addedLines + removedLines + 8

/** The place of a file; that of its batch while that is far. */
const elementOf = ({ fileHash }: DiffFileHead, index: number): HTMLElement | null =>
  document.getElementById(anchorOf(fileHash)) ??
  document.getElementById(batchAnchor(Math.floor(index / diffBatchSize) + 1))

/** Anchor of the file after that at the top of the window, or before it. */
function nextFile(files: readonly DiffFileHead[], by: 1 | -1): string {
  const top = 120
  const tops = files.map((file, index) => elementOf(file, index)?.getBoundingClientRect().top ?? 0)
  const after = tops.findIndex(each => each > top)
  const index =
    by === 1
      ? after < 0
        ? files.length - 1
        : after
      : Math.max(
          0,
          tops.findLastIndex(each => each < top - 60),
        )
  return anchorOf(files[index]?.fileHash ?? '')
}

/** Brings an element into the window, and again when what stands above it has got its lines. */
function useGoToFile(files: readonly DiffFileHead[]): (id: string, otherwise?: string) => void {
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  return useCallback(
    (id: string, otherwise?: string) => {
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      const { signal } = controller
      const until = performance.now() + 3_000
      let last: number | null = null
      const look = () => {
        if (signal.aborted || performance.now() > until) return
        const element = document.getElementById(id) ?? placeOf(files, otherwise ?? id)
        const at = element?.getBoundingClientRect().top ?? null
        if (element !== null && at !== last) {
          element.scrollIntoView()
          element.querySelector<HTMLElement>('[data-file-link]')?.focus({ preventScroll: true })
          last = element.getBoundingClientRect().top
        }
        requestAnimationFrame(look)
      }
      // The reader's own scrolling ends it.
      for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
        document.addEventListener(type, () => running.current?.abort(), { signal, passive: true })
      }
      look()
    },
    [files],
  )
}

function placeOf(files: readonly DiffFileHead[], anchor: string): HTMLElement | null {
  const index = files.findIndex(file => anchorOf(file.fileHash) === anchor)
  const file = files[index]
  return file === undefined ? null : elementOf(file, index)
}
