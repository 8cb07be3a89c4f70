import { useState } from 'react'
import {
  addGroupMember,
  addProjectMember,
  groupMembersPage,
  listUsers,
  projectMembersPage,
} from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { personOption } from '#web/ui/people/person-option.tsx'
import { useDebouncedState } from '#web/ui/use-debounced.ts'
import { fieldProblem, formProblem } from '../problems.ts'
import { RoleFields, usualLevel } from './RoleFields.tsx'

interface AddMembersDialogProps {
  readonly kind: 'project' | 'group'
  readonly namespace: { readonly id: number; readonly name: string }
  readonly grantable: readonly number[]
  readonly onClose: () => void
}

export function AddMembersDialog({ kind, namespace, grantable, onClose }: AddMembersDialogProps) {
  const [chosen, setChosen] = useState<readonly Option[]>([])
  const [level, setLevel] = useState(usualLevel)
  const [expiresAt, setExpiresAt] = useState<string | null>(null)
  const [query, setQuery, isPausing] = useDebouncedState('')
  const [missing, setMissing] = useState(false)
  const { data: users, isFetching } = useReading(
    listUsers,
    {
      active: true,
      humans: true,
      perPage: 20,
      orderBy: 'name',
      sort: 'asc',
      ...(query === '' ? {} : { search: query }),
    },
    { keepPrevious: true },
  )
  const [refusals, setRefusals] = useState<string | null>(null)
  const add = useOperation(kind === 'project' ? addProjectMember : addGroupMember, {
    refreshes: [kind === 'project' ? projectMembersPage : groupMembersPage],
    onSuccess: reply => {
      if ('status' in reply && reply.status === 'error') {
        setRefusals(sentencesOf(reply.message))
        return
      }
      showToast(chosen.length === 1 ? `${chosen[0]?.text} added` : `${chosen.length} members added`)
      onClose()
    },
  })

  function submit() {
    setRefusals(null)
    setMissing(chosen.length === 0)
    if (chosen.length > 0)
      add.mutate({ id: namespace.id, userId: chosen.map(each => each.id), accessLevel: level, expiresAt })
  }

  return (
    <FormDialog
      title={`Add members to ${namespace.name}`}
      onClose={onClose}
      submit="Add members"
      busy={add.isPending}
      problem={refusals ?? formProblem(add.error, ['expiresAt', 'accessLevel'])}
      onSubmit={submit}
    >
      <FormField label="People" error={missing && chosen.length === 0 ? 'Select at least one person.' : null}>
        <Combobox
          multiple
          label="People"
          placeholder="Search by name or username"
          empty="No matching people"
          options={(users ?? []).map(personOption)}
          selected={chosen}
          loading={isFetching || isPausing}
          onQuery={setQuery}
          onChange={setChosen}
        />
      </FormField>
      <RoleFields
        label="Role"
        grantable={grantable}
        level={level}
        expiresAt={expiresAt}
        levelError={fieldProblem(add.error, 'accessLevel', 'Role')}
        expiryError={fieldProblem(add.error, 'expiresAt', 'Expiration date')}
        onLevel={setLevel}
        onExpiry={setExpiresAt}
      />
    </FormDialog>
  )
}

/** `{ ann: 'is already a member' }` as sentences. */
function sentencesOf(message: unknown): string {
  if (typeof message !== 'object' || message === null) return 'Could not add some people.'
  return Object.entries(message)
    .map(([username, said]) => `@${username}: ${String(said)}`)
    .join('. ')
}
