import { useState } from 'react'
import type { ReplyOf } from '#contract/operation.ts'
import type { CallError } from '#web/api/client.ts'
import { listGroups, listProtectedBranches } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { fieldProblem, formProblem } from '#web/foundation/problems.ts'
import { usePeople } from '#web/plan/pickers/search.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { personOption } from '#web/ui/people/person-option.tsx'
import { useDebouncedState } from '#web/ui/use-debounced.ts'

export type ApprovalRule = ReplyOf<typeof import('#contract/code/merge-requests/approvals.ts').getProjectApprovalRule>

export interface RuleInput {
  readonly name: string
  readonly approvalsRequired: number
  readonly userIds?: number[]
  readonly groupIds?: number[]
  readonly protectedBranchIds?: number[]
  readonly appliesToAllProtectedBranches?: boolean
}

interface RuleDialogProps {
  /** Full path of the project. */
  readonly namespace: string
  /** The id of the project whose rule it is; null for the rule of one merge request. */
  readonly projectId: number | null
  /** Null for a new one. */
  readonly rule: ApprovalRule | null
  readonly write: { readonly isPending: boolean; readonly error: CallError | null }
  readonly onSave: (rule: RuleInput) => void
  readonly onClose: () => void
}

/** A form for an approval rule: whose approvals it needs, and how many. */
export function RuleDialog({ namespace, projectId, rule, write, onSave, onClose }: RuleDialogProps) {
  const [name, setName] = useState(rule?.name ?? '')
  const [count, setCount] = useState(rule?.approvalsRequired ?? 1)
  const [people, setPeople] = useState<readonly Option[]>((rule?.users ?? []).map(personOption))
  // The form of each group is the product's, of which the contract promises nothing.
  const named = (rule?.groups ?? []) as readonly { readonly id: number; readonly fullName: string }[]
  const [groups, setGroups] = useState<readonly Option[]>(
    named.map(group => ({ id: String(group.id), text: group.fullName })),
  )
  const [scope, setScope] = useState(() => scopeOf(rule))
  const [branches, setBranches] = useState<readonly Option[]>(
    scope === 'named' ? (rule?.protectedBranches ?? []).map(branchOption) : [],
  )
  const [isMissing, setMissing] = useState(false)
  const [isBranchMissing, setBranchMissing] = useState(false)
  const isForAnyone = rule?.ruleType === 'any_approver'

  function submit() {
    const lacks = !isForAnyone && people.length + groups.length === 0 && !rule?.containsHiddenGroups
    const lacksBranch = projectId !== null && scope === 'named' && branches.length === 0
    setMissing(lacks)
    setBranchMissing(lacksBranch)
    if (lacks || lacksBranch) return
    const where = {
      appliesToAllProtectedBranches: scope === 'protected',
      protectedBranchIds: scope === 'named' ? branches.map(({ id }) => Number(id)) : [],
    }
    const whom = { userIds: people.map(({ id }) => Number(id)), groupIds: groups.map(({ id }) => Number(id)) }
    onSave({
      name: name.trim(),
      approvalsRequired: count,
      ...(isForAnyone ? {} : whom),
      ...(projectId === null ? {} : where),
    })
  }

  return (
    <FormDialog
      title={rule === null ? 'Add approval rule' : `Edit ${rule.name}`}
      onClose={onClose}
      submit={rule === null ? 'Add rule' : 'Save rule'}
      busy={write.isPending}
      problem={formProblem(write.error, ['name'])}
      onSubmit={submit}
    >
      <FormField label="Name" refusal={fieldProblem(write.error, 'name', 'Name')}>
        <TextInput required maxLength={255} value={name} onValue={setName} />
      </FormField>
      <FormField label="Required approvals">
        <NumberInput min={0} max={100} value={count} onValue={next => setCount(next ?? 0)} />
      </FormField>
      {projectId !== null && (
        <FormField label="Target branches">
          <Select options={scopes} value={scope} onValue={setScope} />
        </FormField>
      )}
      {projectId !== null && scope === 'named' && (
        <BranchesField
          projectId={projectId}
          branches={branches}
          error={isBranchMissing ? 'Choose at least one protected branch.' : null}
          onBranches={setBranches}
        />
      )}
      {!isForAnyone && (
        <>
          <PeopleField
            namespace={namespace}
            people={people}
            error={isMissing ? 'Add people or groups who can approve.' : null}
            onPeople={setPeople}
          />
          <GroupsField groups={groups} onGroups={setGroups} />
        </>
      )}
    </FormDialog>
  )
}

const scopes = [
  { value: 'all', label: 'All branches' },
  { value: 'protected', label: 'All protected branches' },
  { value: 'named', label: 'Some protected branches' },
] as const

function scopeOf(rule: ApprovalRule | null): (typeof scopes)[number]['value'] {
  if (rule?.appliesToAllProtectedBranches) return 'protected'
  return (rule?.protectedBranches ?? []).length > 0 ? 'named' : 'all'
}

const branchOption = ({ id, name }: { readonly id: number; readonly name: string }): Option => ({
  id: String(id),
  text: name,
})

interface BranchesFieldProps {
  readonly projectId: number
  readonly branches: readonly Option[]
  readonly error: string | null
  readonly onBranches: (branches: readonly Option[]) => void
}

function BranchesField({ projectId: id, branches, error, onBranches }: BranchesFieldProps) {
  const [query, setQuery, isPausing] = useDebouncedState('')
  const { data, isFetching } = useReading(
    listProtectedBranches,
    { id, perPage: 20, ...(query === '' ? {} : { search: query }) },
    { keepPrevious: true },
  )
  return (
    <FormField label="Protected branches" error={error}>
      <Combobox
        label="Protected branches"
        multiple
        placeholder="Search for protected branches"
        empty="No matching protected branches"
        options={(data ?? []).map(branchOption)}
        selected={branches}
        loading={isFetching || isPausing}
        onQuery={setQuery}
        onChange={onBranches}
      />
    </FormField>
  )
}

interface PeopleFieldProps {
  readonly namespace: string
  readonly people: readonly Option[]
  readonly error: string | null
  readonly onPeople: (people: readonly Option[]) => void
}

function PeopleField({ namespace, people, error, onPeople }: PeopleFieldProps) {
  const [query, setQuery] = useState('')
  const found = usePeople(namespace, query)
  return (
    <FormField label="People" hint="Approvals count only from people with at least the Developer role." error={error}>
      <Combobox
        label="People"
        multiple
        placeholder="Search for people"
        empty="No matching people"
        options={found.items.map(personOption)}
        selected={people}
        loading={found.isLoading}
        onQuery={setQuery}
        onChange={onPeople}
      />
    </FormField>
  )
}

interface GroupsFieldProps {
  readonly groups: readonly Option[]
  readonly onGroups: (groups: readonly Option[]) => void
}

function GroupsField({ groups, onGroups }: GroupsFieldProps) {
  const [query, setQuery, isPausing] = useDebouncedState('')
  const { data, isFetching } = useReading(
    listGroups,
    { perPage: 20, allAvailable: false, ...(query === '' ? {} : { search: query }) },
    { keepPrevious: true },
  )
  return (
    <FormField label="Groups">
      <Combobox
        label="Groups"
        multiple
        placeholder="Search for groups"
        empty="No matching groups"
        options={(data ?? []).map(group => ({ id: String(group.id), text: group.fullName, detail: group.fullPath }))}
        selected={groups}
        loading={isFetching || isPausing}
        onQuery={setQuery}
        onChange={onGroups}
      />
    </FormField>
  )
}
