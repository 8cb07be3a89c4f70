import { useState } from 'react'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import type { FoundTargets, Target } from './use-targets.ts'

interface NamespacePickerProps {
  readonly label: string
  readonly found: FoundTargets
  readonly chosen: Target | null
  readonly onChosen: (target: Target | null) => void
  /** Shown where nothing is chosen. */
  readonly placeholder?: string
}

/** A group, or the user's own namespace, found by name. */
export function NamespacePicker(props: NamespacePickerProps) {
  const { label, found, chosen, onChosen, placeholder } = props
  const { targets, isLoading, onQuery, onMore } = found
  const [before, setBefore] = useState(chosen)
  return (
    <Combobox
      label={label}
      options={targets.map(optionOf)}
      selected={chosen === null ? [] : [optionOf(chosen)]}
      loading={isLoading}
      onMore={onMore}
      placeholder={placeholder ?? before?.fullPath ?? 'Search groups'}
      empty="No namespace found where you can create projects"
      onQuery={onQuery}
      onChange={([option]) => {
        setBefore(chosen)
        onChosen(targets.find(target => String(target.id) === option?.id) ?? null)
      }}
    />
  )
}

const optionOf = (target: Target): Option => ({
  id: String(target.id),
  text: target.fullName,
  detail: target.kind === 'user' ? `@${target.fullPath}, yours` : target.fullPath,
  leading: <Avatar {...target} sizePx={20} shape={target.kind === 'user' ? 'round' : 'square'} named={false} />,
})
