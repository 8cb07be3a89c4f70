import { useState } from 'react'
import { plainAttributes } from '#contract/plan/plain-attributes.ts'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { Empty, LinkLike } from '#web/plan/issuable/sidebar/values.tsx'
import styles from '#web/plan/issuable/sidebar/widgets/widgets.module.css'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { messages } from '#web/plan/messages.ts'
import type { IssueData } from '#web/plan/shapes.ts'
import { WeightIcon } from '#web/plan/WeightIcon.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { useIssuePage } from '../issue-page-context.ts'
import { savePlain } from '../save/save.ts'
import { shortWeight } from './weight.ts'

/** @source WEIGHT-001, WEIGHT-002, WEIGHT-003 */
export function WeightWidget() {
  const { issue, permissions } = useIssuePage()
  const { word } = useIssuable()
  const { weight } = issue
  const save = useSave<number | null, unknown, IssueData>({
    save: savePlain('weight'),
    preview: (_now, weight) => ({ issuable: { weight } }),
    failure: messages.weight(word),
  })
  const set = (next: number | null) => {
    if (next !== weight) save.run(next)
  }
  return (
    <SidebarField
      label="Weight"
      editable={permissions.canSetMetadata}
      busy={save.isPending}
      error={save.error}
      onErrorDismiss={save.forgetError}
      editorPlace="inline"
      editor={close => (
        <WeightForm
          value={weight}
          onSubmit={next => {
            close('apply')
            set(next)
          }}
        />
      )}
      icon={<WeightIcon />}
      summary={weight === null ? 'None' : shortWeight(weight)}
      foldedHint={`Weight: ${weight ?? 'None'}`}
    >
      {weight === null ? (
        <Empty>None</Empty>
      ) : (
        <span>
          {weight}
          {permissions.canSetMetadata && (
            <span className={styles.aside}>
              {' - '}
              <LinkLike onPress={() => set(null)}>remove weight</LinkLike>
            </span>
          )}
        </span>
      )}
    </SidebarField>
  )
}

interface WeightFormProps {
  readonly value: number | null
  readonly onSubmit: (value: number | null) => void
}

const { minimum, maximum } = plainAttributes.weight

function WeightForm({ value, onSubmit }: WeightFormProps) {
  const [written, setWritten] = useState(value)
  return (
    <form
      className={styles.between}
      onSubmit={event => {
        event.preventDefault()
        // What is no weight stays in the box, marked.
        if (event.currentTarget.querySelector('[aria-invalid]') === null) onSubmit(written)
      }}
    >
      <NumberInput
        autoFocus
        aria-label="Weight"
        min={minimum}
        max={maximum}
        value={written}
        placeholder="Enter a number"
        onValue={setWritten}
        onFocus={event => event.currentTarget.select()}
      />
      <Button type="submit" variant="primary">
        Save
      </Button>
    </form>
  )
}
