import type { ReactNode } from 'react'
import { plainAttributes } from '#contract/plan/attributes/plain-attributes.ts'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { Empty, LinkLike } from '#web/plan/issuable/sidebar/values.tsx'
import type { ShownCount } from '#web/plan/issuable/sidebar/widgets/CountForm.tsx'
import styles from '#web/plan/issuable/sidebar/widgets/widgets.module.css'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { messages } from '#web/plan/messages.ts'
import type { IssueData } from '#web/plan/shapes.ts'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useIssuePage } from '../issue-page-context.ts'
import { savePlain } from '../save/save.ts'
import { shortCount } from './count.ts'
import { useAttempt } from './use-attempt.ts'

const CountForm = onDemand(() =>
  import('#web/plan/issuable/sidebar/widgets/CountForm.tsx').then(module => module.CountForm),
)

interface CountWidgetProps {
  readonly name: ShownCount
  readonly icon: ReactNode
}

/** A plain attribute that is a count. @source WEIGHT-001, WEIGHT-002, WEIGHT-003 */
export function CountWidget({ name, icon }: CountWidgetProps) {
  const { issue, permissions } = useIssuePage()
  const { word } = useIssuable()
  const { label } = plainAttributes[name]
  const noun = label.toLowerCase()
  const count = issue[name]
  const attempt = useAttempt<number | null>()
  const save = useSave<number | null, unknown, IssueData>({
    save: savePlain(name),
    preview: (_now, count) => ({ issuable: { [name]: count } }),
    undo: { what: noun, back: former => former[name] ?? null },
    failure: messages.plain(word, noun),
    onFailed: attempt.fail,
  })
  return (
    <SidebarField
      label={label}
      editable={permissions.canSetMetadata}
      {...save.field}
      unsaved={attempt.failed !== null}
      onClose={attempt.forget}
      editorPlace="inline"
      editorPart={CountForm}
      editor={close => (
        <CountForm
          name={name}
          value={attempt.failed === null ? count : attempt.failed.value}
          onSubmit={next => {
            close('apply')
            if (next === count) return
            attempt.begin(next)
            save.run(next)
          }}
        />
      )}
      icon={icon}
      summary={count === null ? 'None' : shortCount(count)}
      foldedHint={`${label}: ${count ?? 'None'}`}
    >
      {count === null ? (
        <Empty>None</Empty>
      ) : (
        <span>
          {count}
          {permissions.canSetMetadata && (
            <span className={styles.aside}>
              {' - '}
              <LinkLike onPress={() => save.run(null)}>remove {noun}</LinkLike>
            </span>
          )}
        </span>
      )}
    </SidebarField>
  )
}
