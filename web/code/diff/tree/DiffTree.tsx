import { CheckIcon, ChevronDownIcon, ChevronRightIcon, FileDirectoryFillIcon } from '@primer/octicons-react'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { DiffFileHead } from '#contract/code/diffs/diffs.ts'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { choose, useReader } from '#web/ui/reader.ts'
import { NameText } from '#web/ui/text/NameText.tsx'
import { idleTimeoutMs } from '../../lines/steps.ts'
import { FileTypeIcon } from '../../shared/files/FileTypeIcon.tsx'
import { FileChangeCounts } from '../ChangeCounts.tsx'
import { anchorOf } from '../file-anchor.ts'
import type { FileMarks } from '../file-marks.ts'
import type { DiffSlots } from '../rows/slots.ts'
import { ChangeIcon } from './ChangeIcon.tsx'
import styles from './DiffTree.module.css'
import { type TreeRow, treeRows } from './tree-rows.ts'
import { clampWidth, treeWidths } from './tree-width.ts'
import { useFileInSight } from './use-file-in-sight.ts'

export interface DiffTreeProps {
  readonly files: readonly DiffFileHead[]
  readonly mark: DiffSlots['treeMark']
  readonly marks: FileMarks | undefined
  readonly onFollow: (file: DiffFileHead) => void
  /** Whether it is in a drawer over the diff; otherwise it is beside it, if the window has room. */
  readonly isDrawer?: boolean
}

const rowPx = 28
const rowsAhead = 20
const usualHeightPx = 720

/** The changed files as a tree with a filter. It marks the file that is read, and renders only the rows in sight or close to it. */
export function DiffTree({ files, mark, marks, onFollow, isDrawer = false }: DiffTreeProps) {
  const [search, setSearch] = useState('')
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [top, setTop] = useState(0)
  const [width, setWidth] = useWidth()
  const rows = useMemo(() => treeRows(files, search, closed), [files, search, closed])
  const [tree, list] = [useRef<HTMLElement>(null), useRef<HTMLDivElement>(null)]
  const heightPx = useHeight(list)
  // A filter can leave fewer rows than were scrolled past. The space above is then no longer than the list, so that the browser scrolls back.
  const first = Math.min(rows.length, Math.max(0, Math.floor(top / rowPx) - rowsAhead))
  const shown = rows.slice(first, Math.ceil((top + heightPx) / rowPx) + rowsAhead)
  const current = useFileInSight(tree)
  useRowInSight(
    list,
    useMemo(() => rows.findIndex(row => isRowOf(row, current)), [rows, current]),
  )

  function toggle(path: string) {
    const next = new Set(closed)
    if (!next.delete(path)) next.add(path)
    setClosed(next)
  }

  return (
    <nav
      ref={tree}
      aria-label="File tree"
      // On a tablet, the filter would open the keyboard over the files.
      {...(isDrawer && { tabIndex: -1, 'data-autofocus': '' })}
      className={styles.tree}
      style={isDrawer ? undefined : { width }}
      data-drawer={isDrawer || undefined}
      data-narrow={(!isDrawer && width < treeWidths.countsFrom) || undefined}
    >
      <SearchInput label="Filter changed files" value={search} onValue={setSearch} />
      <div ref={list} className={styles.rows} onScroll={event => setTop(event.currentTarget.scrollTop)}>
        {rows.length === 0 && <p className={styles.none}>No matching files</p>}
        <ul style={{ height: rows.length * rowPx, paddingBlockStart: first * rowPx }}>
          {shown.map(row => (
            <li
              key={row.kind === 'file' ? row.file.id : row.path}
              className={styles.row}
              style={{ '--depth': row.depth } as React.CSSProperties}
            >
              <Row
                row={row}
                isClosed={row.kind === 'folder' && closed.has(row.path)}
                mark={mark}
                isCurrent={isRowOf(row, current)}
                isViewed={row.kind === 'file' && marks?.isViewed(row.file) === true}
                onFollow={onFollow}
                onToggle={toggle}
              />
            </li>
          ))}
        </ul>
      </div>
      {!isDrawer && <Resizer width={width} onWidth={setWidth} />}
    </nav>
  )
}

const isRowOf = (row: TreeRow, anchor: string | null): boolean =>
  row.kind === 'file' && anchorOf(row.file.fileHash) === anchor

/** Height of the visible part of the list in pixels; until it is measured, that of a usual window. */
function useHeight(list: RefObject<HTMLElement | null>): number {
  const [px, setPx] = useState(usualHeightPx)
  // The size of the window is outside of React.
  useEffect(() => {
    const element = list.current
    if (element === null) return
    const sizes = new ResizeObserver(() => setPx(element.clientHeight))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [list])
  return px
}

/** Scroll a list to a row that it does not show, unless the reader is at the list. @param index  -1 for no row */
function useRowInSight(list: RefObject<HTMLElement | null>, index: number): void {
  // The scroll position of the list is outside of React.
  useEffect(() => {
    const element = list.current
    if (element === null || index < 0 || element.matches(':hover, :has(:focus-visible)')) return
    const { scrollTop, clientHeight } = element
    const top = index * rowPx
    if (top < scrollTop || top + rowPx > scrollTop + clientHeight)
      element.scrollTo({ top: top - (clientHeight - rowPx) / 2 })
  }, [list, index])
}

interface RowProps extends Pick<DiffTreeProps, 'mark' | 'onFollow'> {
  readonly row: TreeRow
  readonly isClosed: boolean
  readonly isCurrent: boolean
  readonly isViewed: boolean
  readonly onToggle: (path: string) => void
}

function Row({ row, isClosed, isCurrent, isViewed, mark, onFollow, onToggle }: RowProps) {
  if (row.kind === 'folder') {
    return (
      <button
        type="button"
        aria-expanded={!isClosed}
        title={row.path}
        className={styles.entry}
        onClick={() => onToggle(row.path)}
      >
        {isClosed ? <ChevronRightIcon /> : <ChevronDownIcon />}
        <FileDirectoryFillIcon className={styles.folder} />
        <span className={styles.name}>
          <NameText name={row.name} />
        </span>
      </button>
    )
  }
  const { file, name } = row
  return (
    <a
      href={`#${anchorOf(file.fileHash)}`}
      title={visibleName(file.deletedFile ? file.oldPath : file.newPath)}
      className={styles.entry}
      data-viewed={isViewed || undefined}
      aria-current={isCurrent || undefined}
      onClick={event => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onFollow(file)
      }}
    >
      <FileTypeIcon path={row.name} mode={file.deletedFile ? file.aMode : file.bMode} />
      <span className={styles.name} data-deleted={file.deletedFile || undefined}>
        <NameText name={name} />
      </span>
      {isViewed && <CheckIcon className={styles.viewed} aria-label="Viewed" />}
      {mark?.(file)}
      <FileChangeCounts file={file} className={styles.counts} />
      <ChangeIcon file={file} />
    </a>
  )
}

interface ResizerProps {
  readonly width: number
  readonly onWidth: (px: number) => void
}

/** The edge of the tree: drag it, or move it by arrows. */
function Resizer({ width, onWidth }: ResizerProps) {
  function drag(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return
    event.preventDefault()
    const edge = event.currentTarget
    const startPx = event.clientX - width
    edge.setPointerCapture(event.pointerId)
    const move = (moved: globalThis.PointerEvent) => onWidth(clampWidth(moved.clientX - startPx))
    edge.addEventListener('pointermove', move)
    edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', move), { once: true })
  }
  function move(event: KeyboardEvent) {
    const by = event.key === 'ArrowRight' ? 16 : event.key === 'ArrowLeft' ? -16 : null
    if (by === null) return
    event.preventDefault()
    onWidth(clampWidth(width + by))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      role="separator"
      aria-label="Width of the file tree"
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={treeWidths.least}
      aria-valuemax={treeWidths.most}
      tabIndex={0}
      className={styles.edge}
      onPointerDown={drag}
      onKeyDown={move}
      onDoubleClick={() => onWidth(treeWidths.usual)}
    />
  )
}

const choicePrefix = 'diff-tree-'

/** Pixels, remembered in this browser once it is idle. */
function useWidth(): readonly [px: number, setWidth: (px: number) => void] {
  const { choices } = useReader()
  const kept = choices.find(each => each.startsWith(choicePrefix))?.slice(choicePrefix.length)
  const [px, setPx] = useState<number | null>(null)
  const waiting = useRef(0)
  const save = (width: number) => choose(choicePrefix, `${choicePrefix}${width}`)
  return [
    px ?? clampWidth(Number(kept) || treeWidths.usual),
    width => {
      setPx(width)
      // Safari does not know idle callbacks.
      if (typeof requestIdleCallback === 'undefined') return save(width)
      cancelIdleCallback(waiting.current)
      waiting.current = requestIdleCallback(() => save(width), { timeout: idleTimeoutMs })
    },
  ]
}
