import { useState } from 'react'
import { createLdapGroupLink, findLdapGroups, groupLdapLinks, groupMembersPage } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'
import { Select } from '#web/ui/forms/Select.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { useDebouncedState } from '#web/ui/use-debounced.ts'
import { fieldProblem, formProblem } from '../problems.ts'
import { usualLevel } from './RoleFields.tsx'
import { roles } from './roles.ts'

interface LdapLinkDialogProps {
  readonly group: { readonly id: number; readonly name: string }
  readonly label: string
  readonly grantable: readonly number[]
  readonly onClose: () => void
}

const minimalLevel = 5

export function LdapLinkDialog({ group, label, grantable, onClose }: LdapLinkDialogProps) {
  const [chosen, setChosen] = useState<readonly Option[]>([])
  const [level, setLevel] = useState(usualLevel)
  const [isMissing, setMissing] = useState(false)
  const [search, setSearch, isPausing] = useDebouncedState('')
  const found = useReading(findLdapGroups, { id: group.id, search }, { keepPrevious: true })
  const link = useOperation(createLdapGroupLink, {
    refreshes: [groupLdapLinks, groupMembersPage],
    onSuccess: made => {
      showToast(`${made.cn ?? label} linked`)
      onClose()
    },
  })
  const [name] = chosen
  const role = roles.find(each => each.level === level)

  function submit() {
    setMissing(name === undefined)
    if (name !== undefined && !link.isPending)
      link.mutate({ id: group.id, cn: name.id, groupAccess: level, provider: 'ldapmain' })
  }

  return (
    <FormDialog
      title={`Link a group of ${label} with ${group.name}`}
      onClose={onClose}
      submit="Link group"
      busy={link.isPending}
      problem={formProblem(link.error, ['accessLevel'])}
      onSubmit={submit}
    >
      <FormField
        label={`Group of ${label}`}
        error={isMissing && name === undefined ? 'Select a group.' : (found.error?.message ?? null)}
      >
        <Combobox
          label={`Group of ${label}`}
          placeholder="Search for a group"
          empty="No matching groups"
          options={(found.data ?? []).map(({ cn }) => ({ id: cn, text: cn }))}
          selected={chosen}
          loading={found.isFetching || isPausing}
          onQuery={setSearch}
          onChange={setChosen}
        />
      </FormField>
      <FormField label="Role" hint={role?.may} error={fieldProblem(link.error, 'accessLevel', 'Role')}>
        <Select
          options={roles
            .filter(each => each.level > minimalLevel && grantable.includes(each.level))
            .map(each => ({ value: String(each.level), label: each.name }))}
          value={String(level)}
          onValue={given => setLevel(Number(given))}
        />
      </FormField>
    </FormDialog>
  )
}
