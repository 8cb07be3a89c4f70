import { type ReactNode, useState } from 'react'
import { listLabelOptions } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { LabelForm } from '#web/plan/labels/LabelForm.tsx'
import { withLabels } from '#web/plan/labels/scope.ts'
import { messages } from '#web/plan/messages.ts'
import { Swatch } from '#web/plan/Swatch.tsx'
import type { Label } from '#web/plan/shapes.ts'
import { Picker } from '#web/ui/forms/Picker.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'

interface LabelPickerProps {
  /** Full path of the project. */
  readonly namespace: string
  readonly canCreate: boolean
  readonly marked: readonly Label[]
  readonly onMarked: (labels: readonly Label[]) => void
  readonly onEscape: () => void
  readonly footer?: ReactNode
}

/** The labels of a project and of its groups, with a form for a new one. @source LABEL-001, LABEL-004 */
export function LabelPicker({ namespace, canCreate, marked, onMarked, onEscape, footer }: LabelPickerProps) {
  const [creating, setCreating] = useState<string | null>(null)
  const options = useReading(listLabelOptions, { namespace, includeAncestorGroups: true })
  const known = (options.data ?? []).map(asLabel)
  const rest = known.filter(label => !marked.some(one => one.id === label.id))

  function pick(ids: readonly string[]) {
    const all = [...marked, ...known]
    onMarked(withLabels(ids.flatMap(id => all.find(label => String(label.id) === id) ?? [])))
  }

  if (creating !== null) {
    return (
      <LabelForm
        namespace={namespace}
        title={creating}
        onCancel={() => setCreating(null)}
        onCreated={label => {
          setCreating(null)
          onMarked(withLabels([...marked, asLabel(label)]))
        }}
      />
    )
  }
  return (
    <>
      {options.isError && <Banner tone="danger">{messages.fetchLabels}</Banner>}
      <Picker
        label="Labels"
        multiple
        options={[...marked, ...rest].map(label => ({
          id: String(label.id),
          text: label.name,
          ...(label.description && { detail: label.description }),
          leading: <Swatch color={label.color} />,
        }))}
        selected={marked.map(label => String(label.id))}
        onChange={pick}
        loading={options.isLoading}
        empty={messages.noMatches}
        placeholder="Search labels"
        {...(canCreate && { create: { label: query => `Create label “${query}”`, run: setCreating } })}
        onEscape={onEscape}
        footer={footer}
      />
    </>
  )
}

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
