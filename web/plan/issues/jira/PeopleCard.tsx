import { useState } from 'react'
import type { IssueImport } from '#contract/transfer/issue-imports.ts'
import { issueImportPage, mapImportedPeople } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

interface PeopleCardProps {
  readonly namespace: string
  readonly imported: IssueImport
}

/** The users to whom the people of another tracker are mapped. */
export function PeopleCard({ namespace, imported }: PeopleCardProps) {
  return (
    <Card
      title="People"
      description="Enter the username of the member who matches each person. Their issues are assigned to that member. Leave it empty to keep them unassigned."
    >
      <Stack gap={3}>
        {imported.people.map(person => (
          <PersonField key={person.key} namespace={namespace} importId={imported.id} person={person} />
        ))}
      </Stack>
    </Card>
  )
}

interface PersonFieldProps {
  readonly namespace: string
  readonly importId: number
  readonly person: IssueImport['people'][number]
}

function PersonField({ namespace, importId, person }: PersonFieldProps) {
  const [typed, setTyped] = useState(person.username ?? '')
  const save = useOperation(mapImportedPeople, { refreshes: [issueImportPage] })
  const username = typed.trim() === '' ? null : typed.trim()

  function keep() {
    if (username !== person.username) save.mutate({ namespace, id: importId, key: person.key, username })
  }

  return (
    <FormField label={person.name} error={save.error?.message} hint={save.isPending ? 'Saving…' : person.email}>
      <TextInput
        code
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="Unassigned"
        value={typed}
        onValue={setTyped}
        onBlur={keep}
        onKeyDown={event => event.key === 'Enter' && keep()}
      />
    </FormField>
  )
}
