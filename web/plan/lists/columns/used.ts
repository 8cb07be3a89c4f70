import { choiceOf, declarationOf, plainAttributes } from '#contract/plan/attributes/plain-attributes.ts'
import type { PlainColumn } from './columns.tsx'

/** A row as its usual columns read it. */
interface UsedRow extends Readonly<Partial<Record<PlainColumn, unknown>>> {
  readonly state: string
  readonly type?: string
  readonly milestone?: object | null
  readonly taskCompletionStatus: { readonly count: number }
  readonly upvotes: number
  readonly downvotes?: number
  readonly sla?: object | null | undefined
}

/** Whether a row has something to show in a usual column. One that no row uses is left out. */
export function isUsed(key: string, row: UsedRow): boolean {
  switch (key) {
    case 'milestone':
      return row.milestone != null
    case 'tasks':
      return row.taskCompletionStatus.count > 0
    case 'votes':
      return row.upvotes > 0 || (row.downvotes ?? 0) > 0
    case 'sla':
      return row.sla != null
    default:
      if (!isPlain(key)) return true
      // Where no columns are chosen, incidents show their severity in it.
      return isPlainUsed(key === 'healthStatus' && row.type === 'incident' ? 'severity' : key, row)
  }
}

const isPlain = (key: string): key is PlainColumn => Object.hasOwn(plainAttributes, key)

function isPlainUsed(name: PlainColumn, row: UsedRow): boolean {
  const { kind, isWhenOpen } = declarationOf(name)
  const value = row[name] ?? null
  if (value === null || (isWhenOpen && row.state !== 'opened')) return false
  if (kind !== 'choice') return true
  const choice = choiceOf(name, value)
  return choice !== undefined && choice.tone !== 'muted'
}

/** The columns that some of the rows use. */
export const usedBy = <C extends { readonly key: string }>(
  columns: readonly C[],
  rows: readonly UsedRow[],
): readonly C[] => columns.filter(({ key }) => rows.some(row => isUsed(key, row)))
