import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { diffBatchSize } from '#contract/code/diffs/diff-steps.ts'
import type { DiffBatch as BatchOfFiles, DiffFileHead, DiffSummary } from '#contract/code/diffs/diffs.ts'
import { useGoTo, useHash } from '#web/api/route.tsx'
import { codeShortcuts } from '#web/code/shortcuts.ts'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { useEndKey } from '#web/ui/end-key.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { setChoice, useReader } from '#web/ui/reader.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { areFilesLoaded, batchLines } from './batches.ts'
import { DiffBar } from './DiffBar.tsx'
import { DiffBatch } from './DiffBatch.tsx'
import styles from './DiffView.module.css'
import type { DiffSource } from './diff-source.ts'
import { afterEvent, type FileEvent, type FileState, isCollapsedIn, untouched } from './file/file-state.ts'
import { anchorOf, readAnchor } from './file-anchor.ts'
import type { FileMarks } from './file-marks.ts'
import type { Match } from './find/FindBox.tsx'
import { useFindKey } from './find/use-find-key.ts'
import { nextFile, useGoToFile } from './go-to-file.ts'
import { messages } from './messages.ts'
import { useMoved } from './moved-lines.ts'
import type { DiffSlots } from './rows/slots.ts'
import { DiffTree } from './tree/DiffTree.tsx'

interface DiffViewProps {
  readonly diff: DiffSummary
  /** The first batch of lines, which came with the page; absent: it is fetched. */
  readonly first?: BatchOfFiles | undefined
  readonly source: DiffSource
  readonly slots?: DiffSlots
  /** Absent: the reader's marks on files are not stored. */
  readonly marks?: FileMarks | undefined
}

const noSlots: DiffSlots = {}

const FileDrawer = onDemand(() => import('./tree/FileDrawer.tsx').then(module => module.FileDrawer))

const FindBox = onDemand(() => import('./find/FindBox.tsx').then(module => module.FindBox))

/** All files that changed, one below the other, with a bar above. */
export function DiffView(props: DiffViewProps) {
  // The reader's marks belong to this diff.
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
  useEndKey(files.length > 1, areFilesLoaded)
  useShortcuts(codeShortcuts.diffs, {
    next: () => go(nextFile(files, 1)),
    previous: () => go(nextFile(files, -1)),
  })

  const onEvent = useCallback((file: DiffFileHead, event: FileEvent) => {
    setStates(all => new Map(all).set(file.id, afterEvent(all.get(file.id) ?? untouched, event)))
  }, [])
  const isCollapsed = (file: DiffFileHead) => isCollapsedIn(slots, file, states.get(file.id), marks?.isCollapsed(file))
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
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const hasTree = files.length > 1 && !isTreeHidden
  const pages = isHydrated ? Math.ceil(files.length / diffBatchSize) : 1
  return (
    <section aria-label="Changed files" className={styles.view}>
      <VisuallyHidden>
        <h2>Changed files</h2>
      </VisuallyHidden>
      <DiffBar
        diff={diff}
        marks={marks}
        onFollow={follow}
        onFiles={() => setDrawerOpen(true)}
        onFind={canFind ? () => setAsked(count => count + 1) : null}
        isSplit={isSplit}
        onSplit={setSplit}
        areAllCollapsed={areAllCollapsed}
        onCollapseAll={collapseAll}
      />
      <div className={styles.body}>
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
            This diff is very large. Showing the first {counted(files.length, 'file')}. Clone the repository to see all
            of it.
          </Banner>
        )}
        <div className={styles.columns}>
          {hasTree && <DiffTree files={files} mark={slots.treeMark} marks={marks} onFollow={follow} />}
          <div className={styles.files}>
            {Array.from({ length: pages }, (_, index) => index + 1).map(page => (
              <DiffBatch
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
      </div>
      {isDrawerOpen && (
        <FileDrawer
          files={files}
          mark={slots.treeMark}
          marks={marks}
          onFollow={follow}
          onClose={() => setDrawerOpen(false)}
        />
      )}
    </section>
  )
}

/** Whether both sides are shown beside each other; remembered in this browser. @source DIFF-037 */
function useSplit(): readonly [isSplit: boolean, setSplit: (isSplit: boolean) => void] {
  const { choices } = useReader()
  return [choices.includes('split-diff'), isSplit => setChoice('split-diff', isSplit)]
}
