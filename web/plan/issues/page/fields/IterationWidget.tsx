import { IterationsIcon } from '@primer/octicons-react'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { Empty } from '#web/plan/issuable/sidebar/values.tsx'
import styles from '#web/plan/issuable/sidebar/widgets/widgets.module.css'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { messages } from '#web/plan/messages.ts'
import { iterationName, periodOf } from '#web/plan/pickers/iteration-text.ts'
import { IterationPicker } from '#web/plan/pickers/on-demand.ts'
import type { IterationChoice } from '#web/plan/pickers/search.ts'
import type { IssueData } from '#web/plan/shapes.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { useIssuePage } from '../issue-page-context.ts'
import { saveIteration } from '../save/save.ts'

/** The iteration with its cadence and period. @source MILE-003 to MILE-006, MILE-009 */
export function IterationWidget() {
  const { issue, namespace, permissions } = useIssuePage()
  const { word } = useIssuable()
  const { iteration } = issue
  const save = useSave<IterationChoice | null, unknown, IssueData>({
    save: (target, next, carried) => saveIteration(target, next?.id ?? null, carried),
    preview: (_now, next) => ({ issuable: { iteration: next } }),
    undo: { what: 'iteration', back: ({ iteration = null }) => iteration },
    failure: messages.setAttribute('iteration', word),
  })
  const name = iteration === null ? 'None' : iterationName(iteration)
  const hint = iteration === null ? 'Iteration: None' : `${iteration.cadenceTitle}, ${periodOf(iteration)}`
  return (
    <SidebarField
      label="Iteration"
      editable={permissions.canSetMetadata}
      {...save.field}
      editorPart={IterationPicker}
      editor={close => (
        <IterationPicker
          namespace={namespace.fullPath}
          current={iteration}
          onPick={next => {
            close('apply')
            if ((next?.id ?? null) !== (iteration?.id ?? null)) save.run(next)
          }}
          onClose={close}
        />
      )}
      icon={<IterationsIcon />}
      summary={name}
      foldedHint={hint}
    >
      {iteration === null ? (
        <Empty>None</Empty>
      ) : (
        <span className={styles.column}>
          <TextLink tone="plain" href={new URL(iteration.webUrl).pathname}>
            {name}
          </TextLink>
          <Empty>{iteration.title === null ? iteration.cadenceTitle : hint}</Empty>
        </span>
      )}
    </SidebarField>
  )
}
