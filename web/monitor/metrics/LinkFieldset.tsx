import { metricLimits } from '#contract/monitor/incidents/metric-limits.ts'
import type { CallError } from '#web/api/client.ts'
import { fieldProblem } from '#web/foundation/problems.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import type { LinkFields } from './calls.ts'

interface LinkFieldsetProps {
  readonly values: LinkFields
  readonly error: CallError | null
  readonly onChange: (changes: Partial<LinkFields>) => void
}

/** The text and the link of an image of a chart. */
export const LinkFieldset = ({ values, error, onChange }: LinkFieldsetProps) => (
  <>
    <FormField label="Text" optional hint="Shown above the image." refusal={fieldProblem(error, 'urlText', 'Text')}>
      <TextInput
        data-autofocus
        value={values.urlText}
        maxLength={metricLimits.urlText}
        autoComplete="off"
        onValue={urlText => onChange({ urlText })}
      />
    </FormField>
    <FormField
      label="Link"
      optional
      hint="Must start with http:// or https://, such as the address of the dashboard."
      refusal={fieldProblem(error, 'url', 'Link')}
    >
      <TextInput
        type="url"
        value={values.url}
        maxLength={metricLimits.url}
        autoComplete="off"
        onValue={url => onChange({ url })}
      />
    </FormField>
  </>
)
