import { type ChoiceName, choiceOf, declarationOf } from '#contract/plan/attributes/plain-attributes.ts'

/** A row as its usual columns read it. */
interface UsedRow {
  readonly state: string
  readonly type?: string
  readonly milestone?: object | null
  readonly dueDate?: string | null
  readonly healthStatus?: string | null
  readonly severity?: string | null
  readonly weight?: number | null
  readonly taskCompletionStatus: { readonly count: number }
  readonly upvotes: number
  readonly downvotes?: number
}

/** Whether a row has something to show in a usual column. One that no row uses is left out. */
export function isUsed(key: string, row: UsedRow): boolean {
  switch (key) {
    case 'milestone':
      return row.milestone != null
    case 'dueDate':
    case 'weight':
      return row[key] != null && isShown(key, row)
    case 'healthStatus':
      // Where no columns are chosen, incidents show their severity in it.
      return row.type === 'incident'
        ? isChosen('severity', row.severity ?? null)
        : isShown(key, row) && isChosen(key, row.healthStatus ?? null)
    case 'tasks':
      return row.taskCompletionStatus.count > 0
    case 'votes':
      return row.upvotes > 0 || (row.downvotes ?? 0) > 0
    default:
      return true
  }
}

const isShown = (key: 'dueDate' | 'weight' | 'healthStatus', { state }: UsedRow): boolean =>
  !declarationOf(key).isWhenOpen || state === 'opened'

function isChosen(name: ChoiceName, value: string | null): boolean {
  const choice = choiceOf(name, value)
  return choice !== undefined && choice.tone !== 'muted'
}

/** The columns that some of the rows use. */
export const usedBy = <C extends { readonly key: string }>(
  columns: readonly C[],
  rows: readonly UsedRow[],
): readonly C[] => columns.filter(({ key }) => rows.some(row => isUsed(key, row)))
