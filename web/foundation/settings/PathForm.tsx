import { useState } from 'react'
import type { CallError } from '#web/api/client.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { Form, FormActions } from '../Form.tsx'
import { fieldProblem, formProblem } from '../problems.ts'

interface PathFormProps {
  readonly of: 'project' | 'group'
  readonly path: string
  /** The full path above; empty at the top. */
  readonly above: string
  readonly busy: boolean
  readonly error: CallError | null
  readonly onPath: (path: string) => void
}

export function PathForm({ of, path, above, busy, error, onPath }: PathFormProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? path
  const isNew = shown.trim() !== '' && shown.trim() !== path
  return (
    <Card title="Path" description={`Used in the URL of the ${of}.`}>
      <Form problem={formProblem(error, ['path'])} onSubmit={() => isNew && !busy && onPath(shown.trim())}>
        <FormField
          label="Path"
          hint={`${window.location.host}/${above === '' ? '' : `${above}/`}${shown}`}
          error={fieldProblem(error, 'path', 'Path')}
        >
          <TextInput
            code
            autoCapitalize="none"
            spellCheck={false}
            value={shown}
            onChange={event => setTyped(event.target.value)}
          />
        </FormField>
        {isNew && (
          <Banner tone="warning">
            Every address of the {of} changes. Former ones lead here until something else takes the old path; clones go
            on working, and should be told the new address.
          </Banner>
        )}
        <FormActions>
          <Button type="submit" disabled={!isNew} busy={busy}>
            Change path
          </Button>
        </FormActions>
      </Form>
    </Card>
  )
}
