import { useState } from 'react'
import { editMessages } from '#web/plan/edit-messages.ts'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { messages } from '#web/plan/messages.ts'
import { type ParentChoice, useParents } from '#web/plan/pickers/parents.ts'
import { Picker } from '#web/ui/forms/lists/Picker.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'

interface ParentPickerProps {
  readonly current: ParentChoice | null
  readonly onPick: (parent: ParentChoice | null) => void
  readonly onClose: () => void
}

/** The open issues of the project that a task can be part of. */
export function ParentPicker({ current, onPick, onClose }: ParentPickerProps) {
  const { namespace, issue } = useIssuePage()
  const [query, setQuery] = useState('')
  const { items: choices, isLoading, isError } = useParents(namespace.id, issue.type, query)
  const isMissing = current !== null && query === '' && !choices.some(({ id }) => id === current.id)
  const shown = isMissing ? [current, ...choices] : choices
  return (
    <>
      {isError && <Banner tone="danger">{editMessages.fetchAttributes('issues')}</Banner>}
      <Picker
        label="Parent"
        options={shown.map(({ id, title, reference }) => ({
          id: String(id),
          text: title,
          detail: reference,
          leading: <StateBadge state="opened" look="icon" />,
        }))}
        selected={current === null ? [] : [String(current.id)]}
        onChange={([id]) => onPick(shown.find(each => String(each.id) === id) ?? null)}
        onQuery={setQuery}
        loading={isLoading}
        none="No parent"
        empty={messages.noMatches}
        placeholder="Search issues"
        onClose={onClose}
      />
    </>
  )
}
