import { AssigneesField, LabelsField, MilestoneField } from '#web/plan/issuable/new/fields.tsx'
import styles from './Board.module.css'
import type { BoardPageData } from './shapes.ts'

interface NamedChoice {
  readonly id: number
  readonly name: string
}

/** The issues that a board shows: those that have all of these. */
export interface Scope {
  readonly labels: readonly (NamedChoice & { readonly color: string })[]
  readonly assignee: (NamedChoice & { readonly username: string; readonly avatarUrl: string | null }) | null
  readonly milestone: { readonly id: number; readonly title: string } | null
}

interface BoardScopeProps {
  readonly namespace: BoardPageData['namespace']
  readonly scope: Scope
  readonly onScope: (scope: Scope) => void
}

export function BoardScope({ namespace: { fullPath }, scope, onScope }: BoardScopeProps) {
  const { labels, assignee, milestone } = scope
  return (
    <fieldset className={styles.scope}>
      <legend className={styles.legend}>Scope</legend>
      <p className={styles.hint}>
        The board shows only issues with all of these. Issues created on the board get them too.
      </p>
      <LabelsField
        namespace={fullPath}
        selected={labels.map(({ id, name, color }) => ({ id, name, color }))}
        onChange={chosen => onScope({ ...scope, labels: chosen })}
      />
      <AssigneesField
        label="Assignee"
        namespace={fullPath}
        single
        selected={assignee === null ? [] : [assignee]}
        onChange={([chosen]) => onScope({ ...scope, assignee: chosen ?? null })}
      />
      <MilestoneField
        namespace={fullPath}
        selected={milestone === null ? [] : [{ id: milestone.id, name: milestone.title }]}
        onChange={([chosen]) =>
          onScope({ ...scope, milestone: chosen === undefined ? null : { id: chosen.id, title: chosen.name } })
        }
      />
    </fieldset>
  )
}
