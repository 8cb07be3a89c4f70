import type { Sort } from '../sort.ts'
import type { Discussion } from './discussions.ts'

/** The filters of a discussion. @source FILTER-003..005 */
export const filters = { all: 0, comments: 1, history: 2 } as const
export type ActivityFilter = (typeof filters)[keyof typeof filters]

export const filterOptions: readonly { readonly value: ActivityFilter; readonly title: string }[] = [
  { value: filters.all, title: 'Show all activity' },
  { value: filters.comments, title: 'Show comments only' },
  { value: filters.history, title: 'Show history only' },
]

export const sortOptions: readonly { readonly value: Sort; readonly title: string }[] = [
  { value: 'newest', title: 'Newest first' },
  { value: 'oldest', title: 'Oldest first' },
]

/** The person's preferred view. */
export interface KeptView {
  readonly filter: ActivityFilter
  readonly sort: Sort
}

/** The view of a discussion. */
export interface ActivityView extends KeptView {
  /** Every comment on its own, by date, the newest first. */
  readonly isTimeline: boolean
  /** Whether this order is the person's choice, to be remembered. */
  readonly persistsSort: boolean
  /** Comments are disabled if only changes are shown. */
  readonly areCommentsDisabled: boolean
}

const view = (kept: KeptView, more: Partial<ActivityView> = {}): ActivityView => {
  const filter = more.filter ?? kept.filter
  return {
    ...kept,
    isTimeline: false,
    persistsSort: true,
    ...more,
    areCommentsDisabled: filter === filters.history,
  }
}

export const firstView = (kept: KeptView): ActivityView => view(kept)

/** Another filter; all but comments only ends the timeline, and the kept order is back. @source FILTER-006, FILTER-007 */
export function withFilter(now: ActivityView, filter: ActivityFilter, kept: KeptView): ActivityView {
  return now.isTimeline && filter === filters.comments ? now : view(kept, { filter })
}

export const withSort = (now: ActivityView, sort: Sort): ActivityView => ({ ...now, sort, persistsSort: true })

/** On: comments only, the newest first, neither of which is kept. Off: as it was. @source FILTER-014..016 */
export function withTimeline(isOn: boolean, kept: KeptView): ActivityView {
  return isOn
    ? view(kept, { filter: filters.comments, sort: 'newest', isTimeline: true, persistsSort: false })
    : view(kept)
}

/** An address that points at a note wants everything to be there. @source FILTER-008 */
export const withTarget = (now: ActivityView, kept: KeptView): ActivityView =>
  now.filter === filters.all && !now.isTimeline ? now : view(kept, { filter: filters.all })

/** The discussions that a view shows, oldest first. */
export function shownIn(view: ActivityView, discussions: readonly Discussion[]): readonly Discussion[] {
  if (view.isTimeline) return byDate(discussions)
  if (view.filter === filters.all) return discussions
  const isHistory = view.filter === filters.history
  return discussions.filter(({ notes }) => (notes[0]?.system ?? false) === isHistory)
}

/** Every comment as a discussion of its own. */
function byDate(discussions: readonly Discussion[]): readonly Discussion[] {
  return discussions
    .flatMap(({ notes }) => notes.filter(note => !note.system).map(note => ({ id: `note-${note.id}`, notes: [note] })))
    .sort((a, b) => {
      const [one, other] = [a.notes[0], b.notes[0]]
      if (one === undefined || other === undefined || one.createdAt === other.createdAt)
        return Number(one?.id) - Number(other?.id)
      return one.createdAt < other.createdAt ? -1 : 1
    })
}
