import { MilestoneIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { listMilestoneOptions } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { writeDay } from '#web/plan/days.ts'
import { messages, typeName } from '#web/plan/messages.ts'
import { useSettled } from '#web/plan/settled.ts'
import type { IssueData } from '#web/plan/shapes.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Picker } from '#web/ui/forms/Picker.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { useIssuePage, useSave, withIssue } from './issue-context.tsx'
import { saveMilestone } from './save.ts'
import { Empty } from './values.tsx'

type Milestone = NonNullable<IssueData['milestone']>
type Choice = Pick<Milestone, 'id' | 'title' | 'dueDate' | 'startDate' | 'expired'>

/** @source MILE-003 to MILE-008 */
export function MilestoneWidget() {
  const { issue, permissions } = useIssuePage()
  const { milestone } = issue
  const save = useSave({
    save: (target, next: Choice | null) => saveMilestone(target, next?.id ?? null),
    preview: (page, next) => withIssue(page, { milestone: next && { ...placeholder, ...next } }),
    failure: messages.setAttribute('milestone', typeName(issue.type)),
  })
  return (
    <SidebarField
      label="Milestone"
      editable={permissions.canSetMetadata}
      busy={save.isPending}
      error={save.error}
      onErrorDismiss={save.forgetError}
      editor={close => (
        <MilestonePicker
          current={milestone}
          onPick={next => {
            close('apply')
            if ((next?.id ?? null) !== (milestone?.id ?? null)) save.run(next)
          }}
          onEscape={() => close('cancel')}
        />
      )}
      icon={<MilestoneIcon />}
      summary={milestone?.title ?? 'None'}
      foldedHint={milestone ? [milestone.title, periodOf(milestone)].filter(Boolean).join(', ') : 'Milestone: None'}
    >
      {milestone === null ? (
        <Empty>None</Empty>
      ) : (
        <Tooltip text={periodOf(milestone) ?? 'No due date'}>
          <TextLink tone="plain" href={milestone.webUrl === '' ? undefined : new URL(milestone.webUrl).pathname}>
            {nameOf(milestone)}
          </TextLink>
        </Tooltip>
      )}
    </SidebarField>
  )
}

const placeholder: Omit<Milestone, keyof Choice> = {
  iid: 0,
  description: null,
  state: 'active',
  createdAt: '',
  updatedAt: '',
  webUrl: '',
}

const nameOf = ({ title, expired }: Pick<Milestone, 'title' | 'expired'>): string =>
  expired ? `${title} (expired)` : title

function periodOf({ startDate, dueDate }: Pick<Milestone, 'startDate' | 'dueDate'>): string | null {
  if (startDate && dueDate) return `${writeDay(startDate)} – ${writeDay(dueDate)}`
  if (dueDate) return `Due ${writeDay(dueDate)}`
  return startDate ? `Starts ${writeDay(startDate)}` : null
}

interface MilestonePickerProps {
  readonly current: Milestone | null
  readonly onPick: (milestone: Choice | null) => void
  readonly onEscape: () => void
}

function MilestonePicker({ current, onPick, onEscape }: MilestonePickerProps) {
  const { namespace } = useIssuePage()
  const [query, setQuery] = useState('')
  const search = useSettled(query.trim())
  const found = useReading(
    listMilestoneOptions,
    { namespace: namespace.fullPath, ...(search !== '' && { search }) },
    { keepPrevious: true },
  )
  const choices: readonly Choice[] = found.data ?? []
  return (
    <>
      {found.isError && <Banner tone="danger">{messages.fetchAttributes('milestones')}</Banner>}
      <Picker
        label="Milestone"
        options={choices.map(choice => {
          const period = periodOf(choice)
          return { id: String(choice.id), text: nameOf(choice), ...(period !== null && { detail: period }) }
        })}
        selected={current === null ? [] : [String(current.id)]}
        onChange={([id]) => onPick(choices.find(choice => String(choice.id) === id) ?? null)}
        onQuery={setQuery}
        loading={found.isFetching}
        none="No milestone"
        empty={messages.noMatches}
        placeholder="Search milestones"
        onEscape={onEscape}
      />
    </>
  )
}
