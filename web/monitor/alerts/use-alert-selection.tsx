import { type ReactNode, useState } from 'react'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import styles from './Alerts.module.css'
import type { AlertRowData } from './shapes.ts'

interface AlertSelection {
  /** The chosen alerts that the list still shows. */
  readonly chosen: readonly AlertRowData[]
  /** The column of the checkboxes, with that for all. */
  readonly column: { readonly key: string; readonly label: ReactNode }
  readonly choiceOf: (alert: AlertRowData) => ReactNode
  readonly clear: () => void
}

/** The alerts of a page of the list that are chosen for a common change. */
export function useAlertSelection(alerts: readonly AlertRowData[]): AlertSelection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const chosen = alerts.filter(alert => ids.has(alert.id))
  const choose = (id: number, isChosen: boolean) => {
    const next = new Set(ids)
    if (isChosen) next.add(id)
    else next.delete(id)
    setIds(next)
  }
  return {
    chosen,
    clear: () => setIds(new Set()),
    column: {
      key: 'choice',
      label: (
        <Checkbox
          aria-label="Select all alerts on this page"
          checked={chosen.length > 0 && chosen.length === alerts.length}
          indeterminate={chosen.length > 0 && chosen.length < alerts.length}
          onValue={all => setIds(new Set(all ? alerts.map(alert => alert.id) : []))}
        />
      ),
    },
    choiceOf: alert => (
      <td className={styles.choice}>
        <Checkbox
          aria-label={`Select ${alert.title}`}
          checked={ids.has(alert.id)}
          onValue={isChosen => choose(alert.id, isChosen)}
        />
      </td>
    ),
  }
}
