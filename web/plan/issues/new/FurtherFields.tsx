import type { BoxFields } from '#web/api/unsent-texts/kept-text.ts'
import { ContactsField } from '#web/plan/issuable/new/fields.tsx'
import type { NewIssuePageData } from '#web/plan/shapes.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'

interface FurtherFieldsProps {
  readonly page: Pick<NewIssuePageData, 'namespace' | 'hasContacts'>
  readonly values: BoxFields
  readonly onChange: (changed: BoxFields) => void
}

/** The time estimate and the contacts of a new item. */
export function FurtherFields({ page, values: { timeEstimate = '', contacts = [] }, onChange }: FurtherFieldsProps) {
  const { fullPath } = page.namespace
  return (
    <>
      <FormField label="Time estimate">
        <TextInput
          value={timeEstimate}
          placeholder="1w 2d 3h 30m"
          maxLength={255}
          onValue={timeEstimate => onChange({ timeEstimate })}
        />
      </FormField>
      {page.hasContacts && (
        <ContactsField
          group={fullPath.slice(0, fullPath.indexOf('/'))}
          selected={contacts}
          onChange={contacts => onChange({ contacts })}
        />
      )}
    </>
  )
}
