import { Component, memo, type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { embedded, restTag } from '#web/api/page.ts'
import styles from './Discussions.module.css'
import { GroupIsNear, useIsGroupNear } from './reading/in-sight.ts'
import { countNotes, groupRows, isFull, isGroup, notesOfGroup, type Row, type RowPart } from './row-groups.ts'

/** The number of comments that are drawn first: more than fill a window. */
const firstNotes = 10
const stepNotes = 80
/** A user who has scrolled within this time may still be scrolling. */
const scrollingMs = 150

interface GrowingRowsProps {
  readonly rows: readonly Row[]
  /** The user is moving to one of the rows, or back to a former position: all are drawn. */
  readonly isWhole: boolean
  /** A placeholder with the height of comments that are not drawn yet. */
  readonly room: (notes: number) => ReactNode
}

/**
 * The rows of a long list: some at once, more after each paint, so that what is seen is there early and no task holds the
 * page. Until then, the server's drawing of the others can be read.
 */
export function GrowingRows({ rows, isWhole, room }: GrowingRowsProps) {
  // The browser's build has nothing of it.
  const isRest = import.meta.env.SSR && embedded.isRest === true
  const drawn = useGrowing(rows, isWhole && !isRest)
  // A page that is already being read keeps the drawings, also when new comments arrive.
  const [hasDrawings] = useState(!isWhole && countNotes(rows) > firstNotes)
  const parts = useGroups(rows)
  const later = rows.slice(drawn)
  if (isRest) return <DrawnRest rows={later} />
  const waiting = countNotes(later)
  const shown: ReactNode[] = []
  const drawings = hasDrawings ? <DrawingsPlace key="rest" /> : null
  let left = drawn
  let isDrawingsIn = false
  for (const part of parts) {
    if (left <= 0) break
    if (!isGroup(part)) {
      if (!isDrawingsIn) shown.push(drawings)
      isDrawingsIn = true
      shown.push(part.node)
      left -= 1
      continue
    }
    const own = part.rows.length <= left ? part.rows : part.rows.slice(0, left)
    shown.push(<Group key={part.key} rows={own} isFull={own === part.rows && isFull(own)} />)
    left -= own.length
  }
  if (!isDrawingsIn) shown.push(drawings)
  return (
    <Drawings rows={rows} drawn={drawn}>
      {shown}
      {waiting > 0 && room(waiting)}
    </Drawings>
  )
}

function useGroups(rows: readonly Row[]): readonly RowPart[] {
  const [known, setKnown] = useState<{ readonly rows: readonly Row[]; readonly parts: readonly RowPart[] }>(() => ({
    rows,
    parts: groupRows(rows, []),
  }))
  if (known.rows === rows) return known.parts
  const parts = groupRows(rows, known.parts)
  setKnown({ rows, parts })
  return parts
}

interface GroupProps {
  readonly rows: readonly Row[]
  readonly isFull: boolean
}

/** Rows that the browser lays out together, once they come near the window. */
const Group = memo(function Group({ rows, isFull }: GroupProps) {
  const element = useRef<HTMLDivElement>(null)
  const isNear = useIsGroupNear(element, isFull)
  return (
    <GroupIsNear value={isNear}>
      <div ref={element} className={styles.group} data-row-group>
        {rows.map(row => row.node)}
      </div>
    </GroupIsNear>
  )
})

/** The rows that the first view lacks, drawn on the server for `Drawings`. */
function DrawnRest({ rows }: { readonly rows: readonly Row[] }) {
  const Tag = restTag
  return (
    <Tag>
      {rows.map(({ node }) => (
        <div key={node.key} data-row={node.key}>
          {node}
        </div>
      ))}
    </Tag>
  )
}

/** Holds rows as the server has drawn them, each until it is drawn here. The script in `index.html` puts them in. */
const DrawingsPlace = () => (
  <div
    className={styles.drawings}
    data-rest=""
    // React leaves what the server has drawn in it.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty
    dangerouslySetInnerHTML={{ __html: '' }}
  />
)

interface DrawingsProps {
  readonly rows: readonly Row[]
  /** The number of rows drawn here. */
  readonly drawn: number
  /** The rows, with the place of the drawings among them. */
  readonly children: ReactNode
}

/** Drawings with their heights, in pixels. */
type Replaced = readonly (readonly [Element, number])[]

/** Takes the server's drawings away once their rows are drawn here. */
class Drawings extends Component<DrawingsProps> {
  override componentDidMount(): void {
    const remove = () => this.#remove(this.getSnapshotBeforeUpdate())
    // The script that puts them in says when.
    const place = drawingsPlace()
    if (place) place.onload = remove
    remove()
  }

  /**
   * The drawings that are no longer needed, with their heights, which are read before the rows are put in: where both
   * stand at once, the browser scrolls by the height of the rows, and not back. So this is a component around the rows:
   * one beside them is asked after those before it have changed.
   */
  override getSnapshotBeforeUpdate(): Replaced {
    const { rows, drawn } = this.props
    const isComplete = !rows.some(row => row.isGap)
    return [...(drawingsPlace()?.children ?? [])]
      .filter(drawing => {
        const at = rows.findIndex(({ node }) => node.key === drawing.getAttribute('data-row'))
        return at < 0 ? isComplete : at < drawn
      })
      .map(drawing => [drawing, drawing.getBoundingClientRect().height])
  }

  override componentDidUpdate(_props: DrawingsProps, _state: unknown, replaced: Replaced): void {
    this.#remove(replaced)
  }

  #remove(replaced: Replaced): void {
    for (const [drawing, heightPx] of replaced) {
      keepHeight(drawing, heightPx)
      const focused = drawing.querySelector(':focus')?.closest('[id]')
      drawing.remove()
      // The focus goes on to the same comment.
      if (focused) document.getElementById(focused.id)?.focus({ preventScroll: true })
    }
  }

  override render(): ReactNode {
    return this.props.children
  }
}

/** A page has one long list. */
const drawingsPlace = () => document.querySelector<HTMLElement>('[data-rest]')

/** A row that has not been in sight is as high as its drawing: nothing moves below it. */
function keepHeight(drawing: Element, heightPx: number): void {
  // The row stands before its drawing.
  const drawn = document.getElementById(drawing.querySelector('[id]')?.id ?? '')
  const row = drawn?.closest<HTMLElement>('[data-row-group] > *')
  row?.style.setProperty('--drawn-height', `${heightPx}px`)
}

function useGrowing(rows: readonly Row[], isWhole: boolean): number {
  const total = countNotes(rows)
  const [most, setMost] = useState(firstNotes)
  const scrolledMs = useRef(Number.NEGATIVE_INFINITY)
  // Rows that were drawn once stay.
  if (isWhole && most < total + stepNotes) setMost(total + stepNotes)
  // A comment that is written now is always drawn, without waiting for its turn.
  const isGrowing = total + stepNotes > most
  // Only the browser knows what happens after the paint.
  useEffect(() => {
    if (!isGrowing) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const onScroll = () => {
      scrolledMs.current = performance.now()
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        // A frame of a scroll has time for a few comments only.
        const isScrolling = performance.now() - scrolledMs.current < scrollingMs
        startTransition(() => setMost(most + (isScrolling ? notesOfGroup : stepNotes)))
      })
    })
    return () => {
      window.removeEventListener('scroll', onScroll)
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [isGrowing, most])
  let drawn = 0
  const first = rows.findIndex(({ notes }) => {
    drawn += notes
    return drawn > most
  })
  return first < 0 ? rows.length : Math.max(first, 1)
}
