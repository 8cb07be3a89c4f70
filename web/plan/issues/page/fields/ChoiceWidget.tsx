import type { ReactNode } from 'react'
import {
  type ChoiceName,
  choiceOf,
  declarationOf,
  isOfType,
  type PlainChoice,
  type PlainValues,
} from '#contract/plan/attributes/plain-attributes.ts'
import { ChoiceDot, Dot } from '#web/plan/facts/ChoiceDot.tsx'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { Empty } from '#web/plan/issuable/sidebar/values.tsx'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { messages } from '#web/plan/messages.ts'
import { ChoicePicker } from '#web/plan/pickers/on-demand.ts'
import type { IssueData } from '#web/plan/shapes.ts'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import { useIssuePage } from '../issue-page-context.ts'
import { isOpenState } from '../open-state.ts'
import { savePlain } from '../save/save.ts'

type Value = PlainValues[ChoiceName]

interface ChoiceWidgetProps {
  readonly name: ChoiceName
  readonly icon: ReactNode
  /** The sentence of a failure, if it differs from that of other attributes. */
  readonly failure?: string
  /** The right to set it, if it differs from that of other attributes. */
  readonly canSet?: boolean
}

/** Folded there is room for the dot alone. */
const FoldedChoice = ({ choice }: { readonly choice: PlainChoice }) => (
  <>
    <Dot tone={choice.tone} />
    <VisuallyHidden>{choice.label}</VisuallyHidden>
  </>
)

/** A plain attribute that is one of some choices; nothing on types that do not have it. */
export function ChoiceWidget({ name, icon, failure, canSet }: ChoiceWidgetProps) {
  const { issue, permissions } = useIssuePage()
  const { word } = useIssuable()
  const { label, isWhenOpen } = declarationOf(name)
  const value = issue[name]
  const choice = choiceOf(name, value)
  const save = useSave<Value, unknown, IssueData>({
    save: savePlain(name),
    preview: (_now, next) => ({ issuable: { [name]: next } }),
    undo: { what: label.toLowerCase(), back: former => former[name] ?? null },
    failure: failure ?? messages.plain(word, label.toLowerCase()),
  })
  if (!isOfType(name, issue.type)) return null
  const shown = choice?.label ?? 'None'
  return (
    <SidebarField
      label={label}
      editable={(canSet ?? permissions.canSetMetadata) && (isWhenOpen === undefined || isOpenState(issue.state))}
      {...save.field}
      editorPart={ChoicePicker}
      editor={close => (
        <ChoicePicker
          name={name}
          current={value}
          onPick={next => {
            close('apply')
            // The picker offers the values of the attribute.
            if (next !== value) save.run(next as Value)
          }}
          onClose={close}
        />
      )}
      icon={icon}
      summary={choice === undefined ? 'None' : <FoldedChoice choice={choice} />}
      foldedHint={`${label}: ${shown}`}
    >
      {choice === undefined ? <Empty>None</Empty> : <ChoiceDot choice={choice} />}
    </SidebarField>
  )
}
