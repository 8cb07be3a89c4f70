import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { readColor } from '#contract/plan/labels/color.ts'
import { defaultLabelColor } from '#contract/plan/labels/default-label-color.ts'
import type { CallError } from '#web/api/client.ts'
import { createLabelOption, listLabelOptions } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { useId } from '#web/ui/use-id.tsx'
import { ColorField } from './ColorField.tsx'
import styles from './LabelForm.module.css'
import { searchLabels } from './search-labels.graphql.gen.ts'

interface CreatedLabel {
  readonly id: number
  readonly title: string
  readonly color: string
  readonly textColor: string
  readonly description: string | null
}

interface LabelFormProps {
  /** Full path of the project. */
  readonly namespace: string
  /** The search text that matched no label. */
  readonly title: string
  readonly onCreated: (label: CreatedLabel) => void
  /** @param name  as far as it was typed */
  readonly onCancel: (name: string) => void
}

/** A new label without leaving the list of labels. @source LABEL-004, LABEL-005 */
export function LabelForm({ namespace, title, onCreated, onCancel }: LabelFormProps) {
  const [name, setName] = useState(title)
  const [color, setColor] = useState(defaultLabelColor)
  const heading = useId()
  const create = useOperation(createLabelOption, { onSuccess: onCreated, refreshes: [listLabelOptions, searchLabels] })
  const form = useRef<HTMLFormElement>(null)
  const goBack = useEffectEvent(() => onCancel(name))
  // The popover or field around the form would close with it: the window hears of the key before they do.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !(event.target instanceof Node && form.current?.contains(event.target))) return
      event.preventDefault()
      event.stopPropagation()
      goBack()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [])
  const isReady = name.trim() !== '' && readColor(color) !== null
  return (
    <form
      ref={form}
      className={styles.form}
      aria-labelledby={heading}
      onSubmit={event => {
        event.preventDefault()
        event.stopPropagation()
        if (isReady) create.mutate({ namespace, label: { title: name.trim(), color: color.trim() } })
      }}
    >
      <h4 id={heading} className={styles.heading}>
        Create project label
      </h4>
      {create.isError && <Banner tone="danger">{labelProblem(create.error)}</Banner>}
      <FormField label="Name">
        <TextInput autoFocus value={name} maxLength={255} onValue={setName} />
      </FormField>
      <ColorField value={color} onValue={setColor} />
      <div className={styles.buttons}>
        <Button onClick={() => onCancel(name)}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={!isReady} busy={create.isPending}>
          Create
        </Button>
      </div>
    </form>
  )
}

/** The server's sentence, or its sentences about the fields, each on a line. @source ERRMSG-097, ERRMSG-098 */
function labelProblem(error: CallError): string {
  const sentences = Object.entries(error.fields).flatMap(([field, problems]) =>
    problems.map(problem => `${field.charAt(0).toUpperCase()}${field.slice(1)} ${problem}`),
  )
  return sentences.length > 0 ? sentences.join('\n') : error.message
}
