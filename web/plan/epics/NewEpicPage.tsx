import { newPagePath } from '#contract/issuable-kinds.ts'
import { readColor } from '#contract/plan/labels/color.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { createEpic, getGroupEpicsPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
import { useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { keyFor } from '#web/api/unsent-texts/sent-key.ts'
import { useViewer } from '#web/api/viewer.ts'
import { AssigneesField, chosenPerson, EpicField, LabelsField } from '#web/plan/issuable/new/fields.tsx'
import formStyles from '#web/plan/issuable/new/NewIssuableForm.module.css'
import { NewIssuableForm } from '#web/plan/issuable/new/NewIssuableForm.tsx'
import { ColorField } from '#web/plan/labels/ColorField.tsx'
import { baseOf } from '#web/plan/place.ts'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import type { WeekDay } from '#web/ui/forms/dates/Calendar.tsx'
import { DatePicker } from '#web/ui/forms/dates/DatePicker.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { epicMessages } from './messages.ts'
import type { EpicsPageData } from './shapes.ts'

export function NewEpicPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(getGroupEpicsPage, { namespace })
  return data === undefined ? <PlaceListSkeleton title="New epic" /> : <Shown page={data} />
}

function Shown({ page }: { readonly page: EpicsPageData }) {
  const { namespace, permissions } = page
  usePlace({
    title: planTitles.newEpic,
    namespace: shownNamespace(namespace),
    active: 'epics',
    crumbs: [
      { label: 'Epics', href: `${baseOf(namespace)}/epics` },
      { label: 'New', href: newPagePath('epic', namespace.fullPath) },
    ],
  })
  return (
    <Page>
      <PageHeader title="New epic" />
      {permissions.canCreateEpic ? (
        <NewEpicForm page={page} />
      ) : (
        <EmptyState illustration={<Illustration of="nothing-found" />} title="You cannot create epics here">
          Only group members with at least the Planner role can create epics.
        </EmptyState>
      )}
    </Page>
  )
}

function NewEpicForm({ page: { namespace } }: { readonly page: EpicsPageData }) {
  const goTo = useGoTo()
  const { user } = useViewer()
  const place = textBoxes.newEpic(namespace.id)
  const kept = useKeptText(place, '', null, {
    fields: { title: '', confidential: false, assignees: [], labels: [], epics: [], startDate: null, dueDate: null },
    inDoubt: { confidential: true },
    keepsFieldsAlone: true,
  })
  const {
    confidential = false,
    assignees = [],
    labels = [],
    epics = [],
    startDate = null,
    dueDate = null,
    color = '',
  } = kept.fields
  const code = readColor(color)
  const isColor = color === '' || code !== null
  const create = useOperation(createEpic, {
    refreshes: [getGroupEpicsPage],
    onSuccess: epic => {
      kept.clear()
      goTo(new URL(epic.webUrl).pathname, { replace: true })
    },
  })
  // The server keeps it between 0 and 6.
  const firstDay = (user?.firstDayOfWeek ?? 0) as WeekDay

  function onCreate(title: string) {
    if (!isColor) return
    const [parent] = epics
    const epic = {
      id: namespace.id,
      title,
      description: kept.text,
      confidential,
      assigneeIds: assignees.map(person => person.id),
      labels: labels.map(label => label.name),
      ...(parent && { parentId: parent.id }),
      ...(code !== null && { color: code }),
      ...(startDate !== null && { startDateIsFixed: true, startDateFixed: startDate }),
      ...(dueDate !== null && { dueDateIsFixed: true, dueDateFixed: dueDate }),
    }
    // Sending the same words again after a failure, or from another tab, must not create them twice.
    create.mutate({ ...epic, idempotencyKey: keyFor(place, JSON.stringify(epic), kept.at) })
  }

  return (
    <NewIssuableForm
      label="New epic"
      kept={kept}
      create={create}
      onCreate={onCreate}
      submit="Create epic"
      cancelHref={`${baseOf(namespace)}/epics`}
      startsInTitle
      description={{ templates: null, namespace: namespace.fullPath, target: { type: 'Epic' }, rows: 10 }}
      belowDescription={
        <Checkbox
          label="This epic is confidential"
          hint="Only group members with at least the Planner role can see it. Everything in it must be confidential too."
          checked={confidential}
          onValue={confidential => kept.setFields({ confidential })}
        />
      }
      fields={
        <aside aria-label="Fields" className={formStyles.side}>
          <AssigneesField
            namespace={namespace.fullPath}
            single={false}
            selected={assignees}
            onChange={chosen => kept.setFields({ assignees: chosen })}
            self={
              user && !assignees.some(person => person.id === user.id)
                ? () => kept.setFields({ assignees: [...assignees, chosenPerson(user)] })
                : null
            }
          />
          <LabelsField
            namespace={namespace.fullPath}
            selected={labels}
            onChange={chosen => kept.setFields({ labels: chosen })}
          />
          <EpicField
            label="Parent epic"
            group={namespace.fullPath}
            selected={epics}
            onChange={chosen => kept.setFields({ epics: chosen })}
          />
          <FormField label="Start date" hint="If empty, it is inherited from the items in the epic.">
            <DatePicker
              label="Start date"
              value={startDate}
              onValue={startDate => kept.setFields({ startDate })}
              firstDay={firstDay}
            />
          </FormField>
          <FormField label="Due date" hint="If empty, it is inherited from the items in the epic.">
            <DatePicker
              label="Due date"
              value={dueDate}
              onValue={dueDate => kept.setFields({ dueDate })}
              firstDay={firstDay}
            />
          </FormField>
          <ColorField
            value={color}
            onValue={color => kept.setFields({ color })}
            error={isColor ? null : epicMessages.wrongColor}
          />
        </aside>
      }
    />
  )
}
