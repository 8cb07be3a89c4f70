import type { ReactNode } from 'react'
import type { BoxFields } from '#web/api/unsent-texts/kept-text.ts'
import { useViewer } from '#web/api/viewer.ts'
import {
  AssigneesField,
  chosenPerson,
  EpicField,
  IterationField,
  LabelsField,
  MilestoneField,
} from '#web/plan/issuable/new/fields.tsx'
import styles from '#web/plan/issuable/new/NewIssuableForm.module.css'
import type { NewIssuePageData } from '#web/plan/shapes.ts'
import { PlainFields, type SideName } from './plain-fields.tsx'

interface ItemFieldsProps {
  readonly page: Pick<NewIssuePageData, 'namespace' | 'singleAssignee' | 'permissions'>
  /** The type of the new item. */
  readonly type: string
  readonly values: BoxFields
  readonly onChange: (changed: BoxFields) => void
  readonly hasEpic: boolean
  /** The plain attributes to leave out. */
  readonly without?: readonly SideName[]
  /** The fields before the milestone. */
  readonly children?: ReactNode
  /** The fields after all others. */
  readonly further?: ReactNode
}

/** The fields beside the title and description of a new item, for those who may set them. */
export function ItemFields({ page, type, values, onChange, hasEpic, without, children, further }: ItemFieldsProps) {
  const { namespace, singleAssignee, permissions } = page
  const { assignees = [], labels = [], milestones = [], epics = [], iterations = [] } = values
  const { user } = useViewer()
  const path = namespace.fullPath
  return (
    <aside aria-label="Fields" className={styles.side}>
      <AssigneesField
        namespace={path}
        single={singleAssignee}
        selected={assignees}
        onChange={chosen => onChange({ assignees: chosen })}
        self={
          user && !assignees.some(person => person.id === user.id)
            ? () => onChange({ assignees: [...(singleAssignee ? [] : assignees), chosenPerson(user)] })
            : null
        }
      />
      <LabelsField namespace={path} selected={labels} onChange={chosen => onChange({ labels: chosen })} />
      {children}
      <MilestoneField
        namespace={path}
        createIn={permissions.canAdminMilestones && namespace.id}
        selected={milestones}
        onChange={chosen => onChange({ milestones: chosen })}
      />
      {hasEpic && (
        <EpicField
          group={path.slice(0, path.lastIndexOf('/'))}
          selected={epics}
          onChange={chosen => onChange({ epics: chosen })}
        />
      )}
      {namespace.ancestorIds.length > 0 && (
        <IterationField namespace={path} selected={iterations} onChange={chosen => onChange({ iterations: chosen })} />
      )}
      <PlainFields
        type={type}
        values={values}
        onChange={onChange}
        firstDay={weekDay(user?.firstDayOfWeek)}
        without={without ?? []}
      />
      {further}
    </aside>
  )
}

const weekDay = (day: number | undefined): 0 | 1 | 6 => (day === 1 || day === 6 ? day : 0)
