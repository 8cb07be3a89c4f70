import { useState } from 'react'
import { editMessages } from '#web/plan/edit-messages.ts'
import { Swatch } from '#web/plan/facts/Swatch.tsx'
import { LabelForm } from '#web/plan/labels/LabelForm.tsx'
import { withLabels } from '#web/plan/labels/scope.ts'
import { messages } from '#web/plan/messages.ts'
import type { Label } from '#web/plan/shapes.ts'
import { matching, type Option } from '#web/ui/forms/lists/choice-list.ts'
import { Picker } from '#web/ui/forms/lists/Picker.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { useLabels } from './search.ts'

interface LabelPickerProps {
  /** Full path of the project. */
  readonly namespace: string
  readonly canCreate: boolean
  readonly marked: readonly Label[]
  readonly onMarked: (labels: readonly Label[]) => void
  readonly onClose: () => void
}

/** The labels of a project and of its groups, those marked at the start first, with a form for a new one. @source LABEL-001, LABEL-004 */
export function LabelPicker({ namespace, canCreate, marked, onMarked, onClose }: LabelPickerProps) {
  const [creating, setCreating] = useState<string | null>(null)
  const [query, setQuery] = useState('')
  const found = useLabels(namespace, query)
  // While only some labels have loaded, the first match among them may not be the first of all.
  const unsearched = useLabels(namespace, '')
  const knowsAll = !unsearched.isLoading && !unsearched.isError && unsearched.onMore === undefined
  // Marked later, here or by others, a label keeps its place until the list is opened again.
  const [first] = useState(marked)
  const known = [...first, ...(knowsAll ? unsearched.items : []), ...found.items, ...marked]
  const distinct = [...new Map(known.map(label => [label.id, label])).values()]

  function pick(ids: readonly string[]) {
    onMarked(withLabels(ids.flatMap(id => distinct.find(label => String(label.id) === id) ?? [])))
  }

  if (creating !== null) {
    return (
      <LabelForm
        namespace={namespace}
        title={creating}
        onCancel={name => {
          setCreating(null)
          setQuery(name)
        }}
        onCreated={label => {
          setCreating(null)
          setQuery('')
          onMarked(withLabels([...marked, asLabel(label)]))
        }}
      />
    )
  }
  return (
    <>
      {found.isError && <Banner tone="danger">{editMessages.fetchLabels}</Banner>}
      <Picker
        label="Labels"
        multiple
        // Once all labels are loaded, their matches are complete: Enter does not wait for the search.
        narrowed={knowsAll}
        options={matching(distinct.map(labelOption), query)}
        startQuery={query}
        onQuery={setQuery}
        selected={marked.map(label => String(label.id))}
        onChange={pick}
        loading={found.isLoading}
        onMore={found.onMore}
        empty={messages.noMatches}
        placeholder="Search labels"
        {...(canCreate && { create: { label: query => `Create label “${query}”`, run: setCreating } })}
        onClose={onClose}
      />
    </>
  )
}

const labelOption = ({ id, name, description, color }: Label): Option => ({
  id: String(id),
  text: name,
  ...(description && { detail: description }),
  leading: <Swatch color={color} />,
})

interface LabelLike {
  readonly id: number
  readonly title: string
  readonly color: string
  readonly textColor: string
  readonly description: string | null
}

function asLabel({ id, title, color, textColor, description }: LabelLike): Label {
  return { id, name: title, color, textColor, description, descriptionHtml: '', archived: false }
}
