import { useState } from 'react'
import { listGroups } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { useDebouncedState } from '#web/ui/use-debounced.ts'
import { useShare } from '../places/kinds.ts'
import { fieldProblem, formProblem } from '../problems.ts'
import { RoleFields, usualLevel } from './RoleFields.tsx'

interface InviteGroupDialogProps {
  readonly kind: 'project' | 'group'
  readonly namespace: { readonly id: number; readonly name: string }
  readonly grantable: readonly number[]
  readonly onClose: () => void
}

const minimalLevel = 5

export function InviteGroupDialog({ kind, namespace, grantable, onClose }: InviteGroupDialogProps) {
  const [chosen, setChosen] = useState<readonly Option[]>([])
  const [level, setLevel] = useState(usualLevel)
  const [expiresAt, setExpiresAt] = useState<string | null>(null)
  const [query, setQuery, isPausing] = useDebouncedState('')
  const [missing, setMissing] = useState(false)
  const { data: groups, isFetching } = useReading(
    listGroups,
    { perPage: 20, allAvailable: false, ...(query === '' ? {} : { search: query }) },
    { keepPrevious: true },
  )
  const [group] = chosen
  const share = useShare(kind)

  function submit() {
    setMissing(group === undefined)
    if (group === undefined) return
    const onSuccess = () => {
      showToast(`${group.text} invited`)
      onClose()
    }
    share.mutate({ id: namespace.id, groupId: Number(group.id), groupAccess: level, expiresAt }, { onSuccess })
  }

  return (
    <FormDialog
      title={`Invite a group to ${namespace.name}`}
      onClose={onClose}
      submit="Invite group"
      busy={share.isPending}
      problem={formProblem(share.error, ['expiresAt', 'groupAccess', 'groupId'])}
      onSubmit={submit}
    >
      <FormField
        label="Group"
        error={missing && group === undefined ? 'Select a group.' : fieldProblem(share.error, 'groupId', 'Group')}
      >
        <Combobox
          label="Group"
          placeholder="Search for a group"
          empty="No matching groups"
          options={(groups ?? [])
            .filter(found => found.id !== namespace.id)
            .map(found => ({ id: String(found.id), text: found.fullName, detail: found.fullPath }))}
          selected={chosen}
          loading={isFetching || isPausing}
          onQuery={setQuery}
          onChange={setChosen}
        />
      </FormField>
      <RoleFields
        label="Maximum role"
        grantable={grantable.filter(each => each > minimalLevel)}
        level={level}
        expiresAt={expiresAt}
        levelError={fieldProblem(share.error, 'groupAccess', 'Role')}
        expiryError={fieldProblem(share.error, 'expiresAt', 'Expiration date')}
        onLevel={setLevel}
        onExpiry={setExpiresAt}
      />
    </FormDialog>
  )
}
