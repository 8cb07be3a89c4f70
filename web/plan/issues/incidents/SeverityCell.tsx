import { ChevronDownIcon } from '@primer/octicons-react'
import { choiceOf, graphqlValue, plainAttributes } from '#contract/plan/attributes/plain-attributes.ts'
import { query } from '#web/api/graphql.ts'
import { getIncidentsPage } from '#web/api/operations.gen.ts'
import { useCall } from '#web/api/use-call.ts'
import { ChoiceDot, Dot } from '#web/plan/facts/ChoiceDot.tsx'
import { setterOf } from '#web/plan/issues/page/save/setter.ts'
import type { IssueRowData } from '#web/plan/shapes.ts'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import styles from './SeverityCell.module.css'

type Severity = NonNullable<IssueRowData['severity']>

const document = setterOf('severity')

interface SeverityCellProps {
  readonly projectPath: string
  readonly issue: IssueRowData
}

/** The severity of an incident in a row, which can be changed there. @source INCIDENT-014, SEVERITY-001 */
export function SeverityCell({ projectPath, issue }: SeverityCellProps) {
  const { iid, severity, reference } = issue
  const choice = choiceOf('severity', severity)
  const save = useCall(
    (next: Severity) => query(document, { projectPath, iid: String(iid), value: graphqlValue('severity', next) }),
    {
      refreshes: [getIncidentsPage],
      saysErrors: true,
      onSuccess: (_reply, next) =>
        showToast(`Severity of ${reference} set to ${choiceOf('severity', next)?.label ?? next}`),
    },
  )
  return (
    <Menu
      label={`Severity of ${reference}`}
      placement="bottom-start"
      trigger={
        <button
          type="button"
          className={styles.button}
          aria-label={`Severity of ${reference}: ${choice?.label ?? 'None'}`}
          aria-busy={save.isPending || undefined}
        >
          {choice && <ChoiceDot choice={choice} />}
          <ChevronDownIcon size={12} />
        </button>
      }
      items={plainAttributes.severity.choices.toReversed().map(each => ({
        ...({ kind: 'radio', label: each.label, checked: each.value === severity } as const),
        icon: <Dot tone={each.tone} />,
        onSelect: () => each.value !== severity && save.mutate(each.value),
      }))}
    />
  )
}
