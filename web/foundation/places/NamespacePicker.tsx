import { useState } from 'react'
import type { Visibility } from '#contract/shapes.ts'
import { Combobox } from '#web/ui/forms/Combobox.tsx'
import type { Option } from '#web/ui/forms/choice-list.ts'
import { Avatar } from '#web/ui/people/Avatar.tsx'

/** Where something may be put. */
export interface Target {
  readonly id: number
  readonly kind: 'user' | 'group'
  readonly name: string
  readonly fullName: string
  readonly fullPath: string
  readonly visibility: Visibility
  readonly avatarUrl: string | null
}

interface NamespacePickerProps {
  readonly label: string
  readonly targets: readonly Target[]
  readonly chosen: Target | null
  readonly loading: boolean
  readonly onChosen: (target: Target | null) => void
  readonly onQuery: (query: string) => void
  /** Said where nothing is chosen. */
  readonly placeholder?: string
}

/** A group, or one's own namespace, found by name. */
export function NamespacePicker(props: NamespacePickerProps) {
  const { label, targets, chosen, loading, onChosen, onQuery, placeholder } = props
  const [before, setBefore] = useState(chosen)
  return (
    <Combobox
      label={label}
      options={targets.map(optionOf)}
      selected={chosen === null ? [] : [optionOf(chosen)]}
      loading={loading}
      placeholder={placeholder ?? before?.fullPath ?? 'Search groups'}
      empty="No such place that you may use"
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
