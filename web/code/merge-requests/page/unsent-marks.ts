/** A mark on files that the server has not confirmed yet. */
export interface UnsentMark {
  /** The id of the mark in this browser only. */
  readonly id: string
  readonly iid: number
  readonly files: readonly string[]
  readonly viewed?: boolean
  readonly collapsed: boolean
}

interface Owner {
  readonly userId: number
  readonly projectId: number
}

/** The oldest give way: each names up to thousands of files. */
const keptAtMost = 50

/** One person's marks on files of one project. @source DRAFT-013 */
const keyOf = ({ userId, projectId }: Owner): string => `weft.${userId}.${projectId}-file-reviews`

/** The marks that a closed page or a lost connection left behind, the oldest first; none where storage cannot be read. */
export function unsentMarks(owner: Owner): readonly UnsentMark[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isMark) : []
  } catch {
    return []
  }
}

export const keepMark = (owner: Owner, mark: UnsentMark): void => store(owner, [...unsentMarks(owner), mark])

export const forgetMark = (owner: Owner, id: string): void =>
  store(
    owner,
    unsentMarks(owner).filter(mark => mark.id !== id),
  )

function store(owner: Owner, marks: readonly UnsentMark[]): void {
  try {
    if (marks.length === 0) localStorage.removeItem(keyOf(owner))
    else localStorage.setItem(keyOf(owner), JSON.stringify(marks.slice(-keptAtMost)))
  } catch {
    // Without storage a mark lasts as long as its page.
  }
}

function isMark(value: unknown): value is UnsentMark {
  if (typeof value !== 'object' || value === null) return false
  const { id, iid, files, viewed, collapsed } = value as Partial<Record<keyof UnsentMark, unknown>>
  return (
    typeof id === 'string' &&
    typeof iid === 'number' &&
    Array.isArray(files) &&
    files.every(file => typeof file === 'string') &&
    (viewed === undefined || typeof viewed === 'boolean') &&
    typeof collapsed === 'boolean'
  )
}
