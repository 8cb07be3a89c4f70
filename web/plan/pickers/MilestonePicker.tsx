import { useState } from 'react'
import { editMessages } from '#web/plan/edit-messages.ts'
import { messages } from '#web/plan/messages.ts'
import { unknownId } from '#web/ui/forms/lists/choice-list.ts'
import { Picker } from '#web/ui/forms/lists/Picker.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { createWords, useCreateMilestone } from './creation.ts'
import { milestoneName, periodOf } from './milestone-text.ts'
import { type MilestoneChoice, useMilestones } from './search.ts'

interface MilestonePickerProps {
  readonly namespace: string
  /** Null: none is set; undefined: nothing is chosen so far. It is listed even where the search does not bring it. */
  readonly current: MilestoneChoice | null | undefined
  /** The project in which a milestone that is not found can be created, by its id. */
  readonly createIn?: number | false
  readonly onPick: (milestone: MilestoneChoice | null) => void
  readonly onClose: () => void
}

/** The open milestones of a project and of its groups. @source MILE-003, MILE-004, MILE-006 */
export function MilestonePicker({ namespace, current, createIn = false, onPick, onClose }: MilestonePickerProps) {
  const [query, setQuery] = useState('')
  const found = useMilestones(namespace, query)
  const creating = useCreateMilestone(onPick)
  const isMissing = current && query === '' && !found.items.some(choice => choice.id === current.id)
  const choices = isMissing ? [current, ...found.items] : found.items
  return (
    <>
      {found.isError && <Banner tone="danger">{editMessages.fetchAttributes('milestones')}</Banner>}
      {creating.isError && <Banner tone="danger">{creating.error.message}</Banner>}
      <Picker
        label="Milestone"
        options={choices.map(choice => {
          const period = periodOf(choice)
          return { id: String(choice.id), text: milestoneName(choice), ...(period !== null && { detail: period }) }
        })}
        selected={current === undefined ? [unknownId] : current === null ? [] : [String(current.id)]}
        onChange={([id]) => onPick(choices.find(choice => String(choice.id) === id) ?? null)}
        onQuery={setQuery}
        loading={found.isLoading || creating.isPending}
        onMore={found.onMore}
        none="No milestone"
        empty={messages.noMatches}
        placeholder="Search milestones"
        {...(createIn !== false && {
          create: { label: createWords.milestone, run: title => creating.mutate({ id: createIn, title }) },
        })}
        onClose={onClose}
      />
    </>
  )
}
