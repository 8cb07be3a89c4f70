import { useState } from 'react'
import { editMessages } from '#web/plan/edit-messages.ts'
import { messages } from '#web/plan/messages.ts'
import { unknownId } from '#web/ui/forms/lists/choice-list.ts'
import { Picker } from '#web/ui/forms/lists/Picker.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { iterationName, periodOf } from './iteration-text.ts'
import { type IterationChoice, useIterations } from './search.ts'

interface IterationPickerProps {
  readonly namespace: string
  /** Null: none is set; undefined: nothing is chosen so far. It is listed even where the search does not bring it. */
  readonly current: IterationChoice | null | undefined
  readonly onPick: (iteration: IterationChoice | null) => void
  readonly onClose: () => void
}

/** The current and upcoming iterations of the groups of a project. @source MILE-003, MILE-004, MILE-006, MILE-009 */
export function IterationPicker({ namespace, current, onPick, onClose }: IterationPickerProps) {
  const [query, setQuery] = useState('')
  const found = useIterations(namespace, query)
  const isMissing = current && query === '' && !found.items.some(choice => choice.id === current.id)
  const choices = isMissing ? [current, ...found.items] : found.items
  return (
    <>
      {found.isError && <Banner tone="danger">{editMessages.fetchAttributes('iterations')}</Banner>}
      <Picker
        label="Iteration"
        options={choices.map(choice => ({
          id: String(choice.id),
          text: iterationName(choice),
          detail: choice.title === null ? choice.cadenceTitle : `${choice.cadenceTitle}, ${periodOf(choice)}`,
        }))}
        selected={current === undefined ? [unknownId] : current === null ? [] : [String(current.id)]}
        onChange={([id]) => onPick(choices.find(choice => String(choice.id) === id) ?? null)}
        onQuery={setQuery}
        loading={found.isLoading}
        onMore={found.onMore}
        none="No iteration"
        empty={messages.noMatches}
        placeholder="Search iterations"
        onClose={onClose}
      />
    </>
  )
}
